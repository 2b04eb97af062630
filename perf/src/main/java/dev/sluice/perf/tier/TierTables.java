package dev.sluice.perf.tier;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of the tier as they are shown. */
final class TierTables {

    private final Measurements measured;
    private final Findings findings;
    private final int numbers;
    private final int chunk;

    TierTables(Run run, Measurements measured, Findings findings) {
        this.measured = measured;
        this.findings = findings;
        this.numbers = run.of(TierSizes.NUMBERS);
        this.chunk = TierSizes.mostInCall(run);
    }

    /** One function, each way a row; shares only of ways whose parts do not overlap. */
    void compare(Function function, List<String> ways) {
        final String title = function.title();
        final Measurement inProcess = measured.get(Way.named(function, Way.IN_PROCESS));
        findings.table(
                String.format(
                        "%s %,d numbers, per request",
                        title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1), numbers),
                ways.stream().map(way -> Way.named(function, way)).toList(),
                new Columns<String>()
                        .with("way", name -> name.substring(title.length() + 2))
                        .with("us", measured::get)
                        .with(
                                "times in process",
                                name -> findings.add(
                                        measured.get(name).over(inProcess, name + ", cost beside in process")))
                        .with("% work", name -> measured.cell(name + Parts.WORK_SHARE))
                        .with("% serialisation", name -> measured.cell(name + Parts.JSON_SHARE))
                        .with("% transport", name -> measured.cell(name + Parts.REST_SHARE))
                        .with(
                                "document, Dropwizard over Ethernet",
                                name -> name.endsWith(Way.SINGLE) ? function.document() : ""));
    }

    /** Bytes of a request with a list of numbers, and of its result. */
    private record Size(String where, double request, Object result, String document) {}

    void bytes() {
        final List<Size> sizes = new ArrayList<>();
        sizes.add(new Size("in memory", 8.0 * numbers, "8", "8"));
        final Encoder encoder = new Encoder();
        final Object[] list = {new double[numbers]};
        RequestFrame.encode(encoder, RequestKind.LOOKUP, 1, 1, Map.of(), Function.ADD.lookup(), list);
        sizes.add(new Size("in the gateway's queue, without the history", encoder.size(), "", ""));
        for (final String way : List.of(Way.SINGLE, Way.byHand(chunk), Way.gateway(chunk))) {
            final String name = Way.named(Function.ADD, way);
            sizes.add(new Size(
                    "JSON, " + way,
                    measured.get(name + Parts.SENT).median(),
                    measured.get(name + Parts.RECEIVED).median(),
                    "19"));
        }
        findings.table(
                "Bytes, without HTTP's headers",
                sizes,
                new Columns<Size>()
                        .with("where", Size::where)
                        .with("a request", Size::request)
                        .with("a number", size -> size.request / numbers)
                        .with("a result of adding", Size::result)
                        .with("document, a number", Size::document));
    }

    /** A part of the time, with one call each and when requests share calls. */
    private record Part(String name, double before, double after, String changes) {}

    /** What becomes of each part when requests share calls. */
    void chunking() {
        final List<Part> parts = new ArrayList<>();
        for (final Function function : Function.values()) {
            final Part work = part(function, "work", Parts.WORK, "no: it is done for each request");
            final Part json = part(
                    function, "serialisation", Parts.JSON, "no: each number is written and read; another format can");
            parts.add(work);
            parts.add(json);
            parts.add(
                    part(function, "transport", Parts.REST, "yes: a call's price is shared, that of the bytes is not"));
            final double single = measured.get(Way.named(function, Way.SINGLE)).median();
            final String most = Measurement.number(single / (work.before + json.before));
            parts.add(part(function, "all", "", "by " + most + " times at the most, with no transport"));
        }
        findings.table(
                "What chunking can and cannot change, us per request",
                parts,
                new Columns<Part>()
                        .with("part", Part::name)
                        .with(Way.SINGLE, Part::before)
                        .with(Way.gateway(chunk), Part::after)
                        .with("times less", part -> part.before / part.after)
                        .with("can chunking change it?", Part::changes));
    }

    private Part part(Function function, String name, String suffix, String changes) {
        return new Part(
                function.title() + ": " + name,
                measured.get(Way.named(function, Way.SINGLE) + suffix).median(),
                measured.get(Way.named(function, Way.gateway(chunk)) + suffix).median(),
                changes);
    }

    void ownCost() {
        final String large = OwnCost.large(numbers);
        findings.table("The gateway's own cost, us of CPU of its thread", "what", "us", "target, at most")
                .row(OwnCost.SMALL, measured.get(OwnCost.SMALL), "3")
                .row(large, measured.get(large), "");
    }
}
