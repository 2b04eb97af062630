package dev.sluice.perf.tier;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.perf.baseline.MathByHand;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures a cheap and an expensive function in process, behind REST with one call for each request, and through a gateway with
 * chunks. The result shows how much of the time is work, and how much of the remaining time chunks can save. Not thread-safe.
 */
public final class TierExperiment {

    private static final Sizes SIZES = new Sizes();

    private static final Size<Integer> ADDS =
            SIZES.count("adds", "2000", "100", "12", "Lists to add in each measurement");
    private static final Size<Integer> FITS =
            SIZES.count("fits", "300", "40", "12", "Lists to fit in each measurement");
    private static final Size<Integer> NUMBERS =
            SIZES.count("numbers", "1000", "1000", "40", "Numbers in each list, at least 11");
    private static final Size<List<Integer>> CHUNKS =
            SIZES.counts("chunks", "1,10,100", "1,10,100", "1,5", "Requests in a call");
    private static final Size<Integer> OWN_REQUESTS =
            SIZES.count("own-requests", "300000", "30000", "200", "Requests for the gateway's own cost");
    private static final Size<Integer> WARM_UPS =
            SIZES.count("warm-ups", "3", "1", "1", "Warm-up rounds of all variants");

    private static final String IN_PROCESS = "in process";
    private static final String SINGLE = "REST, one call each";

    private final Run run;
    private final Findings findings;
    private final List<Integer> chunks;
    private final Measurements measured = new Measurements();

    private TierExperiment(Run run, Findings findings) {
        this.run = run;
        this.findings = findings;
        this.chunks = run.of(CHUNKS);
    }

    public static Experiment experiment() {
        return new Experiment(
                "tier",
                "a cheap and an expensive function: in process, behind REST, and through the gateway",
                SIZES,
                (run, findings) -> new TierExperiment(run, findings).measure());
    }

    private void measure() throws Exception {
        conditions();
        try (ServerJvm service = MathService.start(run.directory());
                HostedGateways gateways = HostedGateways.start(run.directory())) {
            final List<Variant> all = new ArrayList<>();
            for (final Function function : Function.values()) {
                final Numbers numbers = numbers(function);
                ways(function, service, gateways)
                        .forEach((name, way) -> all.add(way.variant(named(function, name), numbers, service)));
            }
            run.inTurns("tier, the document's functions, ", run.of(WARM_UPS), run.repetitions(), all, measured);
        }
        Stream.of(Function.values()).forEach(this::compare);
        bytes();
        findings.plot(overChunks());
        final int warmUps = run.kind() == Size.Kind.SMOKE ? 0 : OwnCost.WARM_UPS;
        run.inTurns(
                "tier, ",
                warmUps,
                run.repetitions(),
                OwnCost.variants(run, run.of(OWN_REQUESTS), run.of(NUMBERS)),
                measured);
        final String large = OwnCost.large(run.of(NUMBERS));
        findings.table("The gateway's own cost, us of CPU of its thread", "what", "us", "target, at most")
                .row(OwnCost.SMALL, measured.get(OwnCost.SMALL), "3")
                .row(large, measured.get(large), "");
        findings.add(measured.all());
    }

    private Numbers numbers(Function function) {
        final int lists = run.of(function == Function.ADD ? ADDS : FITS);
        return Numbers.random(function, lists, run.of(NUMBERS), run.seed());
    }

    private Map<String, FunctionVariant> ways(Function function, ServerJvm service, HostedGateways gateways) {
        final Numbers first = Numbers.random(function, 1, function.leastNumbers(), run.seed());
        final Map<String, FunctionVariant> ways = new LinkedHashMap<>();
        ways.put(IN_PROCESS, new FunctionVariant.InProcess());
        ways.put(SINGLE, new FunctionVariant.ByHand(new MathByHand(service.url())));
        chunks.forEach(
                chunk -> ways.put(gateway(chunk), new ThroughGateway(run, gateways, service.url(), chunk, first)));
        return ways;
    }

    private static String gateway(int chunk) {
        return "gateway, chunks of " + chunk;
    }

    private static String named(Function function, String way) {
        return function.title() + ", " + way;
    }

    /** Adds the table of one function, with a row for each variant. */
    private void compare(Function function) {
        final String title = function.title();
        final Measurement inProcess = measured.get(named(function, IN_PROCESS));
        final List<String> names = Stream.concat(
                        Stream.of(IN_PROCESS, SINGLE), chunks.stream().map(TierExperiment::gateway))
                .map(way -> named(function, way))
                .toList();
        final Columns<String> columns = new Columns<String>()
                .with("variant", name -> name.substring(title.length() + 2))
                .with("us", measured::get)
                .with(
                        "times in process",
                        name -> findings.add(measured.get(name).over(inProcess, name + ", cost beside in process")));
        for (final String part : List.of(FunctionVariant.WORK, FunctionVariant.JSON, FunctionVariant.TRANSPORT)) {
            columns.with("us of " + part, name -> measured.get(name + ", " + part))
                    .with("%", name -> measured.get(name + FunctionVariant.SHARE + part));
        }
        findings.table(
                String.format(
                        "%s %,d numbers, per request",
                        title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1), run.of(NUMBERS)),
                names,
                columns.with(
                        "document, Dropwizard over Ethernet",
                        name -> name.endsWith(SINGLE) ? function.document() : ""));
    }

    /** Adds the table with the sizes in bytes: of a request with a list of numbers, and of the result of adding them. */
    private void bytes() {
        final int numbers = run.of(NUMBERS);
        final Findings.Rows rows = findings.table(
                "Bytes, without HTTP's headers",
                "where",
                "a request",
                "a number",
                "a result of adding",
                "document, a number");
        rows.row("in memory", 8.0 * numbers, 8.0, "8", "8");
        final MessageWriter message = new MessageWriter();
        final Object[] list = {new double[numbers]};
        RequestFrame.encode(message, RequestKind.LOOKUP, 1, 1, Map.of(), Function.ADD.lookup(), list);
        final double size = message.size();
        rows.row("in the gateway's queue, without the history", size, size / numbers, "", "");
        final int most = Collections.max(chunks);
        for (final String way : List.of(SINGLE, gateway(most))) {
            final String name = named(Function.ADD, way);
            final double sent = measured.get(name + FunctionVariant.SENT).median();
            final double received =
                    measured.get(name + FunctionVariant.RECEIVED).median();
            rows.row("JSON, " + way, sent, sent / numbers, received, "19");
        }
    }

    private Curves overChunks() {
        final Curves curves = new Curves(
                "tier-chunks",
                String.format("Lists of %,d numbers, against the chunk", run.of(NUMBERS)),
                Axis.log("requests in a chunk"),
                Axis.log("us a request"));
        for (final Function function : Function.values()) {
            for (final int chunk : chunks) {
                curves.add(named(function, SINGLE), chunk, measured.get(named(function, SINGLE)));
                curves.add(function.title() + ", gateway", chunk, measured.get(named(function, gateway(chunk))));
            }
        }
        return curves;
    }

    private void conditions() {
        findings.conditions("""
                service: runs in a separate JVM with the JDK's HTTP server and Jackson; a call has one list, or many lists
                  in the format of the default contract
                functions: a sum; PolynomialCurveFitter of commons-math3, degree 10, the same library on both sides
                sizes: %,d lists of %,d random numbers to add, %,d lists to fit, all of them different
                by hand: java.net.http with HTTP/1.1, a reused connection, one call at a time; Jackson's data binding
                gateway: runs in a separate JVM and is opened on new queues before each measurement; it has one call in
                  flight, so that the parts add up; the time runs from the first request written to the last result read
                parts: in each call the service measures the elapsed time of the work and of its own parsing and writing; the
                  caller measures its own parsing and writing; for the gateway the job writes and parses the same bytes once
                  more with the gateway's settings; transport is the rest: HTTP, loopback, queues, waiting
                checked: every result must equal the result in process, to the last bit and in order
                """, run.of(ADDS), run.of(NUMBERS), run.of(FITS));
    }
}
