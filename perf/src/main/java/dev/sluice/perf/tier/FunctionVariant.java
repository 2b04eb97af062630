package dev.sluice.perf.tier;

import dev.sluice.perf.baseline.MathByHand;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Variant;

/** A variant that calls a function, either in process or in the service. */
interface FunctionVariant {

    /** The parts into which the time of a variant is divided. */
    String WORK = "work";

    String JSON = "serialisation";
    String TRANSPORT = "transport";

    String SHARE = ", share of ";
    String SENT = ", body of the request";
    String RECEIVED = ", body of the response";

    /** Called before each measurement: opens resources that should not stay open while other variants are measured. */
    default void open() throws Exception {}

    /** Calls the function for each list, and returns the results in the same order. */
    double[][] ask(Numbers numbers) throws Exception;

    /** Returns how many nanoseconds the caller spent on writing and parsing JSON in the last call of {@link #ask}. */
    default long jsonNanos() throws Exception {
        return 0;
    }

    /** Called after each measurement. */
    default void close() {}

    /**
     * Returns a measurement of this variant with the given lists. Every result must equal the result in process to the last bit.
     * The service measures the time that it spends on the work and on JSON, and the caller measures the time that it spends on
     * JSON. The remaining time is the time of the transport: HTTP on both sides, the loopback, queues and all waiting.
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

    /** Calls the function in process. */
    record InProcess() implements FunctionVariant {

        @Override
        public double[][] ask(Numbers numbers) {
            return numbers.function().applyToAll(numbers.lists());
        }
    }

    /** Calls the service with hand-written REST code, once for each list. */
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
