package dev.sluice.service.generated;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendCounts;
import dev.sluice.service.core.GatewayCounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Runs a program through a whole gateway: its configuration as a file has it, its queues on a disk. */
final class QueuedGateway {

    private static final long STUCK_NANOS = 60_000_000_000L;
    private static final QueueOptions SMALL = QueueOptions.DEFAULTS
            .withRequestLimit(100_000)
            .withBlockSize(1 << 20)
            .withDiskReserve(1 << 20);

    private QueuedGateway() {}

    /**
     * What a run came to.
     *
     * @param counts of each start of the gateway
     */
    record Run(List<Answer> answers, List<GatewayCounts> counts) {

        long calls(BackendCounts.Count count) {
            return counts.stream().mapToLong(its -> its.calls(count)).sum();
        }
    }

    /** @param backends of the configuration, with what is declared */
    static Run of(Case program, Path queues, String backends) {
        final GatewayConfig config = GatewayConfig.parse(settings(program, queues) + backends, queues, name -> null);
        final List<Step> steps = program.steps();
        final int all = steps.size();
        final List<Integer> ends = program.settings().restarted() ? List.of(all / 2, all) : List.of(all);
        // what statements touch is known from their first answers on: then more of what comes later is shared and
        // reordered
        int first = program.settings().atOnce() ? all : all / 3;
        final Run run = new Run(new ArrayList<>(), new ArrayList<>());
        try (QueuePair pair = QueuePair.open(queues, SMALL);
                InputWriter writer = pair.newWriter();
                OutputReader reader = pair.results("test")) {
            steps.subList(0, first).forEach(step -> write(writer, step));
            for (final int end : ends) {
                try (GatewayProgram gateway = GatewayProgram.open(config)) {
                    final Thread thread = new Thread(gateway::run, "service");
                    thread.start();
                    try {
                        read(reader, program, run.answers(), Math.min(first, end), thread);
                        steps.subList(first, all).forEach(step -> write(writer, step));
                        first = all;
                        read(reader, program, run.answers(), end, thread);
                        run.counts().addAll(gateway.counts());
                    } finally {
                        gateway.stop();
                        join(thread);
                    }
                }
            }
        }
        return run;
    }

    private static void write(InputWriter writer, Step step) {
        writer.append(step.shape().request(), Map.of(), step.shape().name(), step.arguments());
    }

    /** Reads until there are so many answers at least. */
    private static void read(OutputReader reader, Case program, List<Answer> answers, int end, Thread service) {
        final long deadline = System.nanoTime() + STUCK_NANOS;
        while (true) {
            final int read = reader.poll(
                    (index, result) -> {
                        if (result.request().sequence() != answers.size() + 1) {
                            throw new AssertionError("result " + (answers.size() + 1) + " answers " + result.request());
                        }
                        answers.add(Answer.of(
                                result,
                                program.steps().get(answers.size()).shape().ordered()));
                    },
                    Integer.MAX_VALUE);
            if (answers.size() >= end) {
                return;
            }
            if (!service.isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("no result for " + program.steps().get(answers.size()));
            }
            if (read == 0) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while the service thread stops", e);
        }
    }

    private static String settings(Case program, Path queues) {
        return "name: generated\nqueues:\n  path: " + queues + "\n  diskReserve: 1MB\nchunk:\n  limit: "
                + program.settings().limit() + "\n  callsInFlight: "
                + program.settings().inFlight() + "\nlimits:\n  requestBytes: 50KB\n";
    }

    /** The database of a place, and what programs declare for it. */
    static String database(Case program, Place place) {
        final Case.Settings settings = program.settings();
        final StringBuilder yaml = new StringBuilder("databases:\n  main:\n    url: '" + place.url() + "'\n"
                + (place.user().isEmpty() ? "" : "    user: " + place.user() + "\n")
                + (place.password().isEmpty() ? "" : "    password: '" + place.password() + "'\n")
                + "    retries: 100\n    adHoc: true\n    updatesPerTransaction: " + settings.perTransaction()
                + "\n    updates: "
                + (settings.exactlyOnce() ? "exactly-once" : "at-least-once") + "\n    transaction: "
                + (settings.each() ? "each" : "shared") + "\n    snapshot: " + settings.snapshot()
                + "\n    backoff: 10ms\n    maxBackoff: 100ms\n");
        declare(yaml, program, "lookups", Step.Role.LOOKUP, QueuedGateway::sql);
        declare(yaml, program, "statements", Step.Role.STATEMENT, QueuedGateway::sql);
        return yaml.toString();
    }

    private static String sql(Step.Shape shape) {
        return "sql: '" + shape.sql().replace("'", "''") + "'";
    }

    /**
     * Declares the statements of one kind.
     *
     * @param asked how they are asked
     */
    static void declare(
            StringBuilder yaml, Case program, String section, Step.Role role, Function<Step.Shape, String> asked) {
        final List<Step.Shape> shapes =
                program.shapes().stream().filter(shape -> shape.role() == role).toList();
        if (!shapes.isEmpty()) {
            yaml.append(section).append(":\n");
        }
        for (final Step.Shape shape : shapes) {
            final List<String> keys = new ArrayList<>(shape.keys());
            keys.add(asked.apply(shape));
            if (shape.typed()) {
                keys.add("types: "
                        + shape.parameters().stream()
                                .map(kind -> kind.argument().name().toLowerCase(Locale.ROOT))
                                .toList());
            }
            yaml.append("  ").append(shape.name()).append(":\n");
            keys.forEach(key -> yaml.append("    ").append(key).append('\n'));
        }
    }
}
