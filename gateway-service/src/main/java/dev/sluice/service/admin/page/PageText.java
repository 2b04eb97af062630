package dev.sluice.service.admin.page;

import dev.sluice.internal.text.SafeText;
import dev.sluice.internal.text.TextTable;
import dev.sluice.service.admin.page.PageState.Need;
import dev.sluice.service.admin.page.PageState.Now;
import dev.sluice.service.exchange.Amounts;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The page for a terminal, as {@code sluice top} shows it. */
final class PageText {

    private static final int FEW = 10;

    private PageText() {}

    static String of(PageState state) {
        final StringBuilder text = new StringBuilder();
        final Now now = state.now();
        line(
                text,
                "gateway %s, process %d, up for %s, %s",
                state.gateway(),
                state.process(),
                Amounts.time(state.up()),
                state.at().truncatedTo(ChronoUnit.SECONDS));
        line(text, "%s", state.condition().name().toLowerCase(Locale.ROOT));
        for (final Need need : state.needs()) {
            line(text, "%s %s: %s", need.urgent() ? "!" : "-", need.about(), need.why());
            if (!need.act().isEmpty()) {
                line(text, "    %s", need.act());
            }
        }
        line(text, "");
        line(
                text,
                "backlog %s%s, oldest in hand %s, in hand %s",
                now.backlog().map(Amounts::count).orElse("not known"),
                now.drain()
                        .map(drain -> ", " + Amounts.time(drain) + " at this rate")
                        .orElse(""),
                Amounts.time(now.oldest()),
                Amounts.count(now.inHand()));
        line(
                text,
                "read %s/s, written %s/s, failed within a minute %s, %s requests a call",
                Amounts.decimal(now.requestsPerSecond()),
                Amounts.decimal(now.resultsPerSecond()),
                Amounts.count(now.failuresLastMinute()),
                Amounts.decimal(now.requestsPerCall()));
        line(
                text,
                "from request to result: half within %s, 99 of 100 within %s",
                Amounts.nanos(now.medianNanos()),
                Amounts.nanos(now.mostNanos()));
        now.disk()
                .ifPresent(disk -> line(
                        text,
                        "disk: requests %s, results %s, %s free, reserve %s",
                        Amounts.bytes(disk.in()),
                        Amounts.bytes(disk.out()),
                        Amounts.bytes(disk.left()),
                        Amounts.bytes(disk.reserve())));
        backends(text, state);
        names(text, state);
        lanes(text, state);
        jobs(text, state);
        failures(text, state);
        return text.toString();
    }

    private static void backends(StringBuilder text, PageState state) {
        final TextTable table = new TextTable("BACKEND", "STATE", "FOR", "WAITING", "CALLS/S", "A CALL", "IT SAID");
        state.backends()
                .forEach(row -> table.add(
                        SafeText.of(row.name()),
                        row.condition(),
                        row.since().map(Amounts::time).orElse(""),
                        Amounts.count(row.held()),
                        Amounts.decimal(row.callsPerSecond()),
                        Amounts.decimal(row.requestsPerCall()),
                        SafeText.of(row.reason())));
        text.append('\n').append(table.text());
    }

    private static void names(StringBuilder text, PageState state) {
        final TextTable table = new TextTable("NAME", "REQUESTS", "FAILED", "RESULTS/S", "HALF", "99 OF 100", "A CALL");
        state.names()
                .forEach(row -> table.add(
                        SafeText.of(row.name()),
                        Amounts.count(row.requests()),
                        Amounts.count(row.failed()),
                        Amounts.decimal(row.perSecond()),
                        Amounts.nanos(row.medianNanos()),
                        Amounts.nanos(row.mostNanos()),
                        Amounts.decimal(row.requestsPerCall())));
        text.append('\n').append(table.text());
    }

    private static void lanes(StringBuilder text, PageState state) {
        if (state.lanes().size() > 1) {
            final TextTable table = new TextTable("LANE", "BACKLOG", "OLDEST", "IN HAND", "RESULTS");
            state.lanes()
                    .forEach(row -> table.add(
                            row.number(),
                            row.backlog().map(Amounts::count).orElse("not known"),
                            Amounts.time(row.oldest()),
                            Amounts.count(row.inHand()),
                            Amounts.count(row.results())));
            text.append('\n').append(table.text());
        }
    }

    private static void jobs(StringBuilder text, PageState state) {
        if (!state.runs().isEmpty()) {
            final TextTable table = new TextTable("RUN", "DONE", "FAILED", "TO READ", "PROCESS");
            state.runs()
                    .forEach(run -> table.add(
                            SafeText.of(run.its().name()),
                            Amounts.count(run.its().handled()),
                            Amounts.count(run.its().failed()),
                            Amounts.count(run.its().behind()),
                            run.its().pid().map(String::valueOf).orElse("not open")));
            text.append('\n').append(table.text());
        }
        if (!state.readers().isEmpty()) {
            final TextTable table = new TextTable("READER", "TO READ", "PROCESS");
            state.readers()
                    .forEach(reader -> table.add(
                            SafeText.of(reader.its().name()),
                            Amounts.count(reader.its().behind()),
                            reader.its().pid().map(String::valueOf).orElse("not open")));
            text.append('\n').append(table.text());
        }
    }

    private static void failures(StringBuilder text, PageState state) {
        if (!state.failures().isEmpty()) {
            text.append("\nLAST FAILURES\n");
            state.failures().stream()
                    .limit(FEW)
                    .forEach(failed -> line(
                            text,
                            "%s %s %s: %s",
                            failed.its().position(),
                            SafeText.of(failed.its().name()),
                            failed.its().failure().kind(),
                            SafeText.of(failed.its().failure().message())));
        }
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(SafeText.of(String.format(Locale.ROOT, format, values))).append('\n');
    }
}
