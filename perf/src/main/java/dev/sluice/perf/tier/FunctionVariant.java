package dev.sluice.perf.tier;

import dev.sluice.perf.baseline.MathByHand;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Variant;

/** A way to ask a function, in process or in the service. */
interface FunctionVariant {

    /** The parts of a way's time. */
    String WORK = "work";

    String JSON = "serialisation";
    String TRANSPORT = "transport";

    String SHARE = ", share of ";
    String SENT = ", body of the request";
    String RECEIVED = ", body of the response";

    /** Called before it is measured: opens what it would not keep open while others are measured. */
    default void open() throws Exception {}

    /** The result for each list, in their order. */
    double[][] ask(Numbers numbers) throws Exception;

    /** Nanoseconds in writing and parsing JSON on this side of the wire, for the last lists. */
    default long jsonNanos() throws Exception {
        return 0;
    }

    /** Called when it has been measured. */
    default void close() {}

    /**
     * This way with its lists, whose every result must be right to the last bit. Work and the service's JSON are timed in
     * the service, the caller's JSON where it is written and parsed; the rest is transport: HTTP on both sides, the
     * loopback, queues, and whatever else waits.
     */
    default Variant variant(String name, Numbers numbers, ServerJvm service) {
        return new Variant(name, figures -> {
            open();
            MathService.took(service);
            final long start = System.nanoTime();
            final double[][] results = ask(numbers);
            final double total = (System.nanoTime() - start) / 1e3;
            final MathService.Took took = MathService.took(service);
            final double json = (took.jsonNanos() + jsonNanos()) / 1e3;
            close();
            numbers.check(name, results);
            if (took.mostAtOnce() > 1) {
                throw new IllegalStateException(
                        name + " made " + took.mostAtOnce() + " calls at a time: their parts do not add up");
            }
            final double work = this instanceof InProcess ? total : took.workNanos() / 1e3;
            final double count = numbers.count();
            figures.add("", "us", total / count);
            part(figures, WORK, work, total, count);
            part(figures, JSON, json, total, count);
            part(figures, TRANSPORT, total - work - json, total, count);
            figures.add(SENT, "bytes", took.bytesIn() / count);
            figures.add(RECEIVED, "bytes", took.bytesOut() / count);
        });
    }

    private static void part(Variant.Figures figures, String name, double micros, double total, double count) {
        figures.add(", " + name, "us", micros / count);
        figures.add(SHARE + name, "%", 100 * micros / total);
    }

    /** The function, called in process. */
    record InProcess() implements FunctionVariant {

        @Override
        public double[][] ask(Numbers numbers) {
            return numbers.function().applyToAll(numbers.lists());
        }
    }

    /** Over REST by hand, one call each. */
    record ByHand(MathByHand calls) implements FunctionVariant {

        @Override
        public double[][] ask(Numbers numbers) throws Exception {
            calls.jsonNanos();
            return calls.singly(numbers.function().lookup(), numbers.lists());
        }

        @Override
        public long jsonNanos() {
            return calls.jsonNanos();
        }
    }
}
