package dev.sluice.perf.tier;

import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Variant;

/**
 * The parts of a way's time. Work and the service's JSON are timed in the service, the caller's JSON where it is written
 * and parsed; the rest is transport: HTTP on both sides, the loopback, queues, and whatever else waits.
 */
final class Parts {

    static final String WORK = ", work";
    static final String JSON = ", serialisation";
    static final String REST = ", transport";
    static final String WORK_SHARE = ", share of work";
    static final String JSON_SHARE = ", share of serialisation";
    static final String REST_SHARE = ", share of transport";
    static final String SENT = ", body of the request";
    static final String RECEIVED = ", body of the response";

    private Parts() {}

    /** A way with what it is asked, whose every result must be right to the last bit. */
    static Variant variant(String name, Way way, Numbers numbers, ServerJvm service) {
        return new Variant(name, figures -> {
            way.open();
            MathService.took(service);
            final long start = System.nanoTime();
            final double[][] results = way.ask(numbers);
            final double total = (System.nanoTime() - start) / 1e3;
            final MathService.Took took = MathService.took(service);
            final double json = (took.jsonNanos() + way.jsonNanos()) / 1e3;
            way.close();
            numbers.check(name, results);
            if (!way.overlaps() && took.mostAtOnce() > 1) {
                throw new IllegalStateException(
                        name + " made " + took.mostAtOnce() + " calls at a time: their parts do not add up");
            }
            final double work = way instanceof Way.InProcess ? total : took.workNanos() / 1e3;
            final double rest = total - work - json;
            final double count = numbers.count();
            figures.add("", "us", total / count);
            figures.add(WORK, "us", work / count);
            figures.add(JSON, "us", json / count);
            if (!way.overlaps()) {
                figures.add(REST, "us", rest / count);
                figures.add(WORK_SHARE, "%", 100 * work / total);
                figures.add(JSON_SHARE, "%", 100 * json / total);
                figures.add(REST_SHARE, "%", 100 * rest / total);
            }
            figures.add(SENT, "bytes", took.bytesIn() / count);
            figures.add(RECEIVED, "bytes", took.bytesOut() / count);
        });
    }
}
