package dev.sluice.perf.forms;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Part;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.ChildJvm;
import dev.sluice.perf.system.InstantGateway;
import dev.sluice.service.IdleStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What an item costs a job in each {@link Form}: each in a JVM of its own with a small heap, against a gateway here whose
 * backend answers at once. Each run has queues of its own.
 */
final class FormCosts {

    private static final int WARM_UPS = 2;
    private static final long MOST_SECONDS = 900;
    private static final double MEGABYTE = 1 << 20;
    private static final String TARGET = "1";
    private static final String UNIT = "us per item";

    /**
     * How much.
     *
     * @param items in each measurement
     * @param width bodies at a time in the concurrent loop
     * @param chunk the gateway's chunk limit
     * @param heap of each job, as {@code -Xmx} takes it
     */
    record Sizes(int items, int width, int chunk, String heap) {}

    private final Sizes sizes;
    private final Map<Form, List<FormsJob.Done>> done = new EnumMap<>(Form.class);

    FormCosts(Sizes sizes) {
        this.sizes = sizes;
    }

    Part measure(Run run, Path directory) throws Exception {
        final List<ChildJvm> jobs = new ArrayList<>();
        try {
            final Map<String, Run.Variant> variants = new LinkedHashMap<>();
            for (final Form form : Form.values()) {
                final ChildJvm job = start(directory, form);
                jobs.add(job);
                variants.put(form.title(), () -> once(directory, form, job));
            }
            return report(run, run.inTurns(UNIT, WARM_UPS, variants));
        } finally {
            jobs.forEach(ChildJvm::close);
        }
    }

    private ChildJvm start(Path directory, Form form) throws IOException {
        return ChildJvm.start(
                "job-" + form,
                directory,
                List.of("-Xmx" + sizes.heap),
                "",
                FormsJob.class,
                form.name(),
                String.valueOf(sizes.items),
                String.valueOf(sizes.width));
    }

    private double once(Path directory, Form form, ChildJvm job) throws Exception {
        final Path queues = Files.createTempDirectory(directory, "queues-");
        try (InstantGateway gateway = InstantGateway.start(queues, sizes.chunk, IdleStrategy.balanced())) {
            job.ask(queues.toString());
            final FormsJob.Done result = FormsJob.Done.parse(gateway.hear(job, MOST_SECONDS));
            done.computeIfAbsent(form, unused -> new ArrayList<>()).add(result);
            return result.nanos() / 1e3 / sizes.items;
        } finally {
            Run.delete(queues);
        }
    }

    private Part report(Run run, Measurements measured) {
        final Measurement proxy = measured.get(Form.PROXY.title());
        final List<Measurement> all = new ArrayList<>(measured.all());
        final List<List<String>> rows = new ArrayList<>();
        for (final Form form : Form.values()) {
            final Measurement wall = measured.get(form.title());
            final Measurement more = wall.minus(proxy, form.title() + ", more than the proxy");
            final Measurement cpu = of(run, form, ", CPU of the job", UNIT, one -> one.cpuNanos() / 1e3 / sizes.items);
            final Measurement most =
                    of(run, form, ", heap after a collection, at most", "MB", one -> one.heapMost() / MEGABYTE);
            final Measurement end = of(run, form, ", heap at the end", "MB", one -> one.heapEnd() / MEGABYTE);
            all.addAll(List.of(more, cpu, most, end));
            rows.add(List.of(
                    form.title(),
                    wall.shown(),
                    form == Form.PROXY ? "" : more.shown(),
                    form == Form.FUTURES || form == Form.FUTURES_ON_POOL ? TARGET : "",
                    cpu.shown(),
                    most.shown(),
                    end.shown()));
        }
        return new Part(
                conditions(),
                new Table(
                        "Microseconds per item, from the first request to the last answer handled",
                        List.of(
                                "form",
                                "us per item",
                                "more than the proxy",
                                "target, at most",
                                "CPU of the job, us",
                                "heap after collections, most, MB",
                                "at the end, MB"),
                        rows),
                all);
    }

    /** Of the repetitions, in their order; the warm-ups were before them. */
    private Measurement of(Run run, Form form, String what, String unit, ToDoubleFunction<FormsJob.Done> value) {
        final List<FormsJob.Done> each = done.get(form);
        return new Measurement(
                form.title() + what,
                unit,
                each.subList(each.size() - run.repetitions(), each.size()).stream()
                        .map(value::applyAsDouble)
                        .toList());
    }

    private Map<String, String> conditions() {
        final Map<String, String> conditions = new LinkedHashMap<>();
        conditions.put(
                "cost",
                String.format(
                        "%,d items of one lookup each, its row made a record; each form in a JVM of its own with -Xmx%s,"
                                + " new queues for each run; a gateway in another JVM whose backend answers at once,"
                                + " chunk limit %d, pauser balanced",
                        sizes.items, sizes.heap, sizes.chunk));
        conditions.put(
                "forms",
                String.format(
                        "the proxy asks everything, then reads; pipeline and futures have %,d requests ahead at most;"
                                + " futures are handled where they complete (Runnable::run: on the thread that reads), or"
                                + " joined in the order of asking; the concurrent loop maps with %d bodies at a time on %s",
                        Form.AHEAD, sizes.width, bodyThreads()));
        return conditions;
    }

    static String bodyThreads() {
        return virtualThreads() ? "virtual threads" : "a pool of platform threads";
    }

    static boolean virtualThreads() {
        return Runtime.version().feature() >= 21;
    }
}
