package dev.sluice.perf.report;

import java.util.List;

/** Reports as one HTML page that needs nothing beside it: no network, no script. */
final class HtmlPage {

    private static final String STYLE = """
            body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; margin: 2em auto; max-width: 72em; padding: 0 1em }
            table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums }
            th, td { border-bottom: 1px solid #ddd; padding: .3em .8em; text-align: right; vertical-align: top }
            th { border-bottom: 2px solid #888 } th:first-child, td:first-child { text-align: left }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1em; font-size: 13px; color: #444 }
            dt { font-weight: 600 } dd { margin: 0 } svg { max-width: 100%; height: auto; margin: 1em 0 }
            section { border-top: 3px solid #0072B2; margin-top: 3em } .wide { overflow-x: auto }
            """;

    private HtmlPage() {}

    static String of(List<Report> reports) {
        final StringBuilder page = new StringBuilder(
                        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append(
                        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Sluice: what was measured</title>\n<style>\n")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<h1>Sluice: what was measured</h1>\n<nav>");
        for (final Report report : reports) {
            page.append("<a href=\"#")
                    .append(text(report.name()))
                    .append("\">")
                    .append(text(report.name()))
                    .append("</a> ");
        }
        page.append("</nav>\n");
        reports.forEach(report -> section(page, report));
        return page.append("</body>\n</html>\n").toString();
    }

    private static void section(StringBuilder page, Report report) {
        page.append("<section id=\"").append(text(report.name())).append("\">\n<h2>");
        page.append(text(report.name()))
                .append(": ")
                .append(text(report.title()))
                .append("</h2>\n");
        report.tables().forEach(table -> table(page, table));
        report.plots()
                .forEach(plot ->
                        page.append("<figure>\n").append(SvgPlot.of(plot)).append("</figure>\n"));
        page.append("<h3>Conditions</h3>\n<dl>\n");
        report.conditions()
                .forEach((name, value) -> page.append("<dt>")
                        .append(text(name))
                        .append("</dt><dd>")
                        .append(text(value))
                        .append("</dd>\n"));
        page.append("</dl>\n</section>\n");
    }

    private static void table(StringBuilder page, Table table) {
        page.append("<h3>").append(text(table.title())).append("</h3>\n<div class=\"wide\"><table>\n<thead>");
        row(page, "th", table.columns());
        page.append("</thead>\n<tbody>\n");
        table.rows().forEach(row -> row(page, "td", row));
        page.append("</tbody>\n</table></div>\n");
    }

    private static void row(StringBuilder page, String cell, List<String> cells) {
        page.append("<tr>");
        for (final String each : cells) {
            page.append('<')
                    .append(cell)
                    .append('>')
                    .append(text(each))
                    .append("</")
                    .append(cell)
                    .append('>');
        }
        page.append("</tr>\n");
    }

    private static String text(String text) {
        return SvgPlot.escaped(text);
    }
}
