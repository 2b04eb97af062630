package dev.sluice.perf.tier;

import static dev.sluice.perf.tier.TierExperiment.IN_PROCESS;
import static dev.sluice.perf.tier.TierExperiment.SINGLE;
import static dev.sluice.perf.tier.TierExperiment.named;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of the tier as they are shown. */
final class TierTables {

    private final TierTrials trials;
    private final Findings findings;
    private final int numbers;
    private final int chunk;

    TierTables(Run run, TierTrials trials, Findings findings) {
        this.trials = trials;
        this.findings = findings;
        this.numbers = run.of(TierExperiment.NUMBERS);
        this.chunk = TierExperiment.mostInCall(run);
    }

    /** One function, each way a row. */
    void compare(Function function, List<String> ways) {
        final String title = function.title();
        final Findings.Rows rows = findings.table(
                String.format(
                        "%s %,d numbers, per request",
                        title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1), numbers),
                "way",
                "us",
                "times in process",
                "% work",
                "% serialisation",
                "% transport",
                "document, Dropwizard over Ethernet");
        final Measurement inProcess = trials.get(named(function, IN_PROCESS));
        for (final String way : ways) {
            final String name = named(function, way);
            rows.row(
                    way,
                    trials.get(name),
                    findings.add(trials.get(name).over(inProcess, name + ", cost beside in process")),
                    share(name + TierTrials.WORK_SHARE),
                    share(name + TierTrials.JSON_SHARE),
                    share(name + TierTrials.REST_SHARE),
                    way.equals(SINGLE) ? document(function) : "");
        }
    }

    /** Nothing for a way whose parts overlap. */
    private Object share(String name) {
        return trials.measurements().find(name).<Object>map(one -> one).orElse("");
    }

    private static String document(Function function) {
        return function == Function.ADD
                ? "2-5 % work, up to 91 % tier; 1 ms became 21 ms"
                : "52 % work; 26 ms became 50 ms, 13 of them serialisation";
    }

    /** Of a request with a list of numbers, and of its result. */
    void bytes() {
        final Findings.Rows rows = findings.table(
                "Bytes, without HTTP's headers",
                "where",
                "a request",
                "a number",
                "a result of adding",
                "document, a number");
        bytes(rows, "in memory", 8.0 * numbers, "8", "8");
        final Encoder encoder = new Encoder();
        final Object[] list = {new double[numbers]};
        RequestFrame.encode(encoder, RequestKind.LOOKUP, 1, 1, Map.of(), Function.ADD.lookup(), list);
        bytes(rows, "in the gateway's queue, without the history", encoder.size(), "", "");
        for (final String way : List.of(SINGLE, TierExperiment.byHand(chunk), TierExperiment.gateway(chunk))) {
            final String name = named(Function.ADD, way);
            bytes(
                    rows,
                    "JSON, " + way,
                    trials.get(name + TierTrials.SENT).median(),
                    trials.get(name + TierTrials.RECEIVED).median(),
                    "19");
        }
    }

    private void bytes(Findings.Rows rows, String where, double request, Object result, String document) {
        rows.row(where, request, request / numbers, result, document);
    }

    /** What becomes of each part when requests share calls. */
    void chunking() {
        final Findings.Rows rows = findings.table(
                "What chunking can and cannot change, us per request",
                "part",
                SINGLE,
                TierExperiment.gateway(chunk),
                "times less",
                "can chunking change it?");
        for (final Function function : Function.values()) {
            changed(rows, function, "work", TierTrials.WORK, "no: it is done for each request");
            changed(
                    rows,
                    function,
                    "serialisation",
                    TierTrials.JSON,
                    "no: each number is written and read; another format can");
            changed(
                    rows,
                    function,
                    "transport",
                    TierTrials.REST,
                    "yes: a call's price is shared, that of the bytes is not");
            final String single = named(function, SINGLE);
            final double fixed = trials.get(single + TierTrials.WORK).median()
                    + trials.get(single + TierTrials.JSON).median();
            changed(
                    rows,
                    function,
                    "all",
                    "",
                    "by " + Measurement.number(trials.get(single).median() / fixed)
                            + " times at the most, with no transport");
        }
    }

    private void changed(Findings.Rows rows, Function function, String part, String suffix, String can) {
        final double before = trials.get(named(function, SINGLE) + suffix).median();
        final double after = trials.get(named(function, TierExperiment.gateway(chunk)) + suffix)
                .median();
        rows.row(function.title() + ": " + part, before, after, before / after, can);
    }

    void ownCost() {
        final String large = OwnCost.large(numbers);
        findings.table("The gateway's own cost, us of CPU of its thread", "what", "us", "target, at most")
                .row(OwnCost.SMALL, trials.get(OwnCost.SMALL), "3")
                .row(large, trials.get(large), "");
    }
}
