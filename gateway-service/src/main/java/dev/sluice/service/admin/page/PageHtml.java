package dev.sluice.service.admin.page;

import dev.sluice.service.admin.page.PageState.Condition;
import dev.sluice.service.admin.page.PageState.Need;
import dev.sluice.service.admin.page.PageState.Now;
import dev.sluice.service.exchange.Amounts;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page for a browser, in sections by their id: a script replaces those that have changed, and without one it is whole. */
final class PageHtml {

    private static final List<Chart> CHARTS = List.of(
            new Chart(
                    "Backlog",
                    value -> Amounts.count(Math.round(value)) + " requests",
                    List.of(new Chart.Series("backlog", Sample::backlog))),
            new Chart(
                    "Results a second",
                    Amounts::decimal,
                    List.of(
                            new Chart.Series("all", Sample::resultsPerSecond),
                            new Chart.Series("failed", Sample::failuresPerSecond))),
            new Chart(
                    "From request to result",
                    value -> Amounts.nanos(Math.round(value)),
                    List.of(
                            new Chart.Series("99 of 100 within", Sample::mostNanos),
                            new Chart.Series("half within", Sample::medianNanos))),
            new Chart(
                    "Requests a call",
                    Amounts::decimal,
                    List.of(new Chart.Series("requests", Sample::requestsPerCall))),
            new Chart(
                    "Oldest request in hand",
                    value -> Amounts.nanos((long) (value * 1e9)),
                    List.of(new Chart.Series("age", Sample::oldestSeconds))),
            new Chart(
                    "Free disk",
                    value -> Amounts.bytes(Math.round(value)),
                    List.of(new Chart.Series("free", Sample::diskUsable))));

    private PageHtml() {}

    /** All sections, in their order. */
    static Map<String, String> sections(PageState state) {
        final Map<String, String> sections = new LinkedHashMap<>();
        sections.put("top", top(state));
        sections.put("needs", needs(state));
        sections.put("now", now(state));
        sections.put("hour", hour(state));
        sections.put("backends", PageTables.backends(state));
        sections.put("names", PageTables.names(state));
        sections.put("lanes", state.lanes().size() > 1 ? PageTables.lanes(state) : "");
        sections.put("jobs", PageTables.jobs(state));
        sections.put("failures", PageTables.failures(state));
        return sections;
    }

    /** The whole page. */
    static String page(String gateway, Map<String, String> sections) {
        final Html html = begin(gateway).raw("<main>");
        sections.forEach((id, section) -> html.raw("<section id=\"" + id + "\">" + section + "</section>"));
        return html.raw("</main><p id=\"said\" role=\"status\"></p><p id=\"link\" role=\"status\"></p></body></html>\n")
                .toString();
    }

    /** A page of one text, as it would be in a terminal. */
    static String page(String gateway, String title, String text) {
        return begin(gateway)
                .raw("<main><h1>")
                .text(title)
                .raw("</h1><p><a href=\"/\">The gateway's page</a></p>")
                .raw("<pre tabindex=\"0\" id=\"life\" aria-label=\"")
                .text(title)
                .raw("\">")
                .text(text)
                .raw("</pre></main></body></html>\n")
                .toString();
    }

    private static Html begin(String title) {
        return new Html()
                .raw("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .raw("<meta name=\"color-scheme\" content=\"light dark\">")
                .raw("<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>")
                .raw("<link rel=\"stylesheet\" href=\"page.css\"><link rel=\"icon\" href=\"icon.svg\">")
                .raw("<script src=\"page.js\" defer></script>")
                .element("title", title + " - Sluice")
                .raw("</head><body>");
    }

    private static String top(PageState state) {
        final String word = switch (state.condition()) {
            case OPENING -> "Opening";
            case FINE -> "Fine";
            case LOOK -> "Works, with something to know";
            case TROUBLE -> "Needs a person";
        };
        return new Html()
                .raw("<h1>")
                .text("Gateway " + state.gateway())
                .raw("</h1><p class=\"condition ")
                .raw(state.condition().name().toLowerCase(Locale.ROOT))
                .raw("\">")
                .text(word)
                .raw("</p><p class=\"small\">")
                .text("process " + state.process() + ", up for " + Amounts.time(state.up()) + ", Sluice "
                        + state.version() + ", as of " + state.at().truncatedTo(ChronoUnit.SECONDS))
                .raw("</p>")
                .toString();
    }

    private static String needs(PageState state) {
        final Html html = new Html().element("h2", "What needs a person");
        if (state.needs().isEmpty()) {
            return html.element("p", state.condition() == Condition.OPENING ? "It is opening." : "Nothing.")
                    .toString();
        }
        html.raw("<ul>");
        for (final Need need : state.needs()) {
            html.raw(need.urgent() ? "<li class=\"urgent\">" : "<li>")
                    .element("b", need.about())
                    .raw(" ")
                    .text(need.why());
            if (!need.act().isEmpty()) {
                html.raw("<br><span class=\"act\">").text(need.act()).raw("</span>");
            }
            html.raw("</li>");
        }
        return html.raw("</ul>").toString();
    }

    private static String now(PageState state) {
        final Now now = state.now();
        final Html html =
                new Html().element("h2", "Now, and within the last minute").raw("<dl>");
        figure(
                html,
                "Backlog",
                now.backlog().map(Amounts::count).orElse("not known"),
                now.drain().map(drain -> Amounts.time(drain) + " at this rate").orElse(""));
        figure(html, "Oldest request in hand", Amounts.time(now.oldest()), Amounts.count(now.inHand()) + " in hand");
        figure(html, "Requests read", Amounts.decimal(now.requestsPerSecond()) + "/s", "");
        figure(
                html,
                "Results written",
                Amounts.decimal(now.resultsPerSecond()) + "/s",
                Amounts.count(now.failuresLastMinute()) + " failed");
        figure(
                html,
                "From request to result",
                Amounts.nanos(now.medianNanos()) + " for half",
                Amounts.nanos(now.mostNanos()) + " for 99 of 100, about");
        figure(html, "Requests a call", Amounts.decimal(now.requestsPerCall()), "");
        now.disk()
                .ifPresent(disk -> figure(
                        html,
                        "Disk",
                        Amounts.bytes(disk.left()) + " free",
                        "requests " + Amounts.bytes(disk.in()) + ", results " + Amounts.bytes(disk.out()) + ", reserve "
                                + Amounts.bytes(disk.reserve())));
        return html.raw("</dl>").toString();
    }

    private static void figure(Html html, String name, String value, String more) {
        html.raw("<div>").element("dt", name).element("dd", value);
        if (!more.isEmpty()) {
            html.element("dd class=\"small\"", more);
        }
        html.raw("</div>");
    }

    private static String hour(PageState state) {
        final Html html =
                new Html().element("h2", "Within " + Chart.span(state.hour())).raw("<div class=\"charts\">");
        CHARTS.forEach(chart -> chart.write(html, state.hour()));
        return html.raw("</div>").toString();
    }
}
