package dev.sluice.perf.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes reports as one HTML page that needs no other files, no network and no scripts. */
final class HtmlPage {

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Sluice: what was measured</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; margin: 2em auto; max-width: 72em; padding: 0 1em }
            table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums }
            th, td { border-bottom: 1px solid #ddd; padding: .3em .8em; text-align: right; vertical-align: top }
            th { border-bottom: 2px solid #888 } th:first-child, td:first-child { text-align: left }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1em; font-size: 13px; color: #444 }
            dt { font-weight: 600 } dd { margin: 0 } svg { max-width: 100%; height: auto; margin: 1em 0 }
            section { border-top: 3px solid #0072B2; margin-top: 3em } .wide { overflow-x: auto }
            </style>
            </head>
            <body>
            <h1>Sluice: what was measured</h1>
            """;

    private HtmlPage() {}

    static String of(List<Report> reports) {
        return PAGE
                + "<nav>"
                + each(reports, report -> "<a href=\"#" + text(report.name()) + "\">" + text(report.name()) + "</a> ")
                + "</nav>\n"
                + each(reports, HtmlPage::section)
                + "</body>\n</html>\n";
    }

    private static String section(Report report) {
        return "<section id=\"" + text(report.name()) + "\">\n<h2>" + text(report.name() + ": " + report.title())
                + "</h2>\n"
                + each(report.tables(), HtmlPage::table)
                + each(report.plots(), plot -> "<figure>\n" + SvgPlot.of(plot) + "</figure>\n")
                + "<h3>Conditions</h3>\n<dl>\n"
                + each(
                        List.copyOf(report.conditions().entrySet()),
                        one -> "<dt>" + text(one.getKey()) + "</dt><dd>" + text(one.getValue()) + "</dd>\n")
                + "</dl>\n</section>\n";
    }

    private static String table(Table table) {
        return "<h3>" + text(table.title()) + "</h3>\n<div class=\"wide\"><table>\n<thead>"
                + row("th", table.columns())
                + "</thead>\n<tbody>\n"
                + each(table.rows(), row -> row("td", row))
                + "</tbody>\n</table></div>\n";
    }

    private static String row(String tag, List<String> cells) {
        return "<tr>" + each(cells, cell -> "<" + tag + ">" + text(cell) + "</" + tag + ">") + "</tr>\n";
    }

    private static <T> String each(List<T> parts, Function<T, String> shown) {
        return parts.stream().map(shown).collect(Collectors.joining());
    }

    private static String text(String text) {
        return SvgPlot.escaped(text);
    }
}
