package dev.sluice.service.admin.page;

import dev.sluice.service.admin.page.PageState.BackendRow;
import dev.sluice.service.admin.page.PageState.LaneRow;
import dev.sluice.service.admin.page.PageState.NameRow;
import dev.sluice.service.admin.page.PageState.Placed;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.look.Status.Failed;
import dev.sluice.service.look.Status.Reader;
import dev.sluice.service.look.Status.Run;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The sections of the page that are tables. */
final class PageTables {

    private PageTables() {}

    static String backends(PageState state) {
        final Html html = new Html()
                .element("h2", "Databases and services")
                .table(
                        "backends",
                        "Databases and services",
                        "Name",
                        "State",
                        "For",
                        "Requests waiting for it",
                        "Calls/s",
                        "Requests a call",
                        "Calls made again",
                        "It said");
        for (final BackendRow row : state.backends()) {
            html.row(List.of(
                    row.name(),
                    row.condition(),
                    row.since().map(Amounts::time).orElse(""),
                    Amounts.count(row.held()),
                    Amounts.decimal(row.callsPerSecond()),
                    Amounts.decimal(row.requestsPerCall()),
                    Amounts.count(row.retriesLastMinute()),
                    row.reason()));
        }
        return html.endTable().toString();
    }

    static String names(PageState state) {
        final Html html = new Html()
                .element("h2", "Lookups, statements and endpoints")
                .table(
                        "names",
                        "Lookups, statements and endpoints",
                        "Name",
                        "Requests",
                        "Failed",
                        "Results/s",
                        "Half within",
                        "99 of 100 within",
                        "Waits",
                        "In its call",
                        "Requests a call",
                        "Why calls were begun",
                        "Not found",
                        "Failed within the last minute");
        for (final NameRow row : state.names()) {
            html.row(List.of(
                    row.name(),
                    Amounts.count(row.requests()),
                    Amounts.count(row.failed()),
                    Amounts.decimal(row.perSecond()),
                    time(row.medianNanos()),
                    time(row.mostNanos()),
                    time(row.waitNanos()),
                    time(row.inCallNanos()),
                    Amounts.decimal(row.requestsPerCall()),
                    shares(row.reasons()),
                    row.perSecond() == 0 ? "" : percent(row.notFoundShare()),
                    row.failuresInWords()));
        }
        return html.endTable()
                .element(
                        "p class=\"small\"",
                        "Why a call was begun: first, the chunk had no other for it; limit, the others were full; types, of other types;"
                                + " row or table, a conflict with a request before it, which sluice explain NAME tells more about; alone, it"
                                + " shares no call.")
                .toString();
    }

    static String lanes(PageState state) {
        final Html html = new Html()
                .element("h2", "Lanes")
                .table(
                        "lanes",
                        "Lanes",
                        "Lane",
                        "Backlog",
                        "Oldest in hand",
                        "In hand",
                        "Results",
                        "Why it is not ready");
        for (final LaneRow row : state.lanes()) {
            html.row(List.of(
                    row.number(),
                    row.backlog().map(Amounts::count).orElse("not known"),
                    Amounts.time(row.oldest()),
                    Amounts.count(row.inHand()),
                    Amounts.count(row.results()),
                    String.join("; ", row.why())));
        }
        return html.endTable().toString();
    }

    static String jobs(PageState state) {
        final Html html = new Html().element("h2", "Runs and readers");
        unread(html, state);
        if (state.runs().isEmpty() && state.readers().isEmpty()) {
            return state.unread().isEmpty()
                    ? html.element("p", "No run is open, and no reader has a name.")
                            .toString()
                    : html.toString();
        }
        html.table(
                "jobs",
                "Runs and readers",
                "Name",
                "Lane",
                "What",
                "Done",
                "Failed",
                "Results to read",
                "Process",
                "Time left");
        for (final Placed<Run> placed : state.runs()) {
            final Run run = placed.its();
            html.row(List.of(
                    run.name(),
                    placed.lane(),
                    "run",
                    Amounts.count(run.handled()) + " items",
                    Amounts.count(run.failed()),
                    Amounts.count(run.behind()),
                    process(run.pid()),
                    left(state)));
        }
        for (final Placed<Reader> placed : state.readers()) {
            final Reader reader = placed.its();
            html.row(List.of(
                    reader.name(),
                    placed.lane(),
                    "reader",
                    "",
                    "",
                    Amounts.count(reader.behind()),
                    process(reader.pid()),
                    ""));
        }
        return html.endTable()
                .element(
                        "p class=\"small\"",
                        "A run's numbers are those of its last mark. Time left: for the requests that are written; nobody knows how many come.")
                .toString();
    }

    private static String process(Optional<Long> pid) {
        return pid.map(String::valueOf).orElse("not open");
    }

    private static String left(PageState state) {
        return state.now().drain().map(Amounts::time).orElse("");
    }

    static String failures(PageState state) {
        final Html html = new Html().element("h2", "Last failures");
        if (!state.shown()) {
            return html.element(
                            "p",
                            "What was asked and answered is shown where health.token is set: without one every user of this host can read"
                                    + " this page. sluice cat --outcome failed --last 20 has them.")
                    .toString();
        }
        if (state.failures().isEmpty()) {
            unread(html, state);
            return state.unread().isEmpty()
                    ? html.element("p", "None among the last 10,000 results.").toString()
                    : html.toString();
        }
        html.table("failures", "Last failures", "Request", "Lane", "When", "Name", "Kind", "Message");
        for (final Placed<Failed> placed : state.failures()) {
            final Failed failed = placed.its();
            html.raw("<tr><th scope=\"row\"><a id=\"at-" + placed.lane() + "-" + failed.position()
                            + "\" href=\"request?position=" + failed.position() + "&amp;lane=" + placed.lane() + "\">")
                    .text(failed.position().toString())
                    .raw("</a></th>");
            List.of(
                            placed.lane(),
                            failed.at()
                                    .map(at ->
                                            at.truncatedTo(ChronoUnit.SECONDS).toString())
                                    .orElse(""),
                            failed.name(),
                            failed.failure().kind().name(),
                            failed.failure().message())
                    .forEach(cell -> html.element("td", cell));
            html.raw("</tr>");
        }
        return html.endTable().toString();
    }

    private static String shares(Map<String, Double> shares) {
        final List<String> words = new ArrayList<>();
        shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(share -> words.add(share.getKey() + " " + percent(share.getValue())));
        return String.join(", ", words);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }

    private static String time(long nanos) {
        return nanos == 0 ? "" : Amounts.nanos(nanos);
    }

    private static void unread(Html html, PageState state) {
        for (final PageState.Placed<String> lane : state.unread()) {
            html.element(
                    "p",
                    "Not known just now" + (lane.lane().isEmpty() ? "" : " of lane " + lane.lane())
                            + ", as the queues cannot be read: " + lane.its());
        }
    }
}
