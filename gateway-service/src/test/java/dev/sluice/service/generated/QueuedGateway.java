package dev.sluice.service.generated;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.equivalence.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Runs a program through a whole gateway: its configuration as a file has it, its queues on a disk. */
final class QueuedGateway {

    private static final long STUCK_NANOS = 60_000_000_000L;
    private static final QueueOptions SMALL = QueueOptions.DEFAULTS
            .withRequestLimit(100_000)
            .withBlockSize(1 << 20)
            .withDiskReserve(1 << 20);

    private QueuedGateway() {}

    static List<Answer> answers(Case program, Path queues, String url, String user) {
        try (QueuePair pair = QueuePair.open(queues, SMALL);
                InputWriter writer = pair.newWriter();
                OutputReader reader = pair.results("test")) {
            if (program.settings().atOnce()) {
                program.steps().forEach(step -> write(writer, step));
            }
            try (GatewayProgram gateway =
                    GatewayProgram.open(GatewayConfig.parse(yaml(program, queues, url, user), queues, name -> null))) {
                final Thread thread = new Thread(gateway::run, "service");
                thread.start();
                try {
                    if (!program.settings().atOnce()) {
                        program.steps().forEach(step -> write(writer, step));
                    }
                    return read(reader, program, thread);
                } finally {
                    gateway.stop();
                    join(thread);
                }
            }
        }
    }

    private static void write(InputWriter writer, Step step) {
        writer.append(step.shape().request(), Map.of(), step.shape().name(), step.arguments());
    }

    private static List<Answer> read(OutputReader reader, Case program, Thread service) {
        final List<Answer> answers = new ArrayList<>();
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
            if (answers.size() == program.steps().size()) {
                return answers;
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

    /** Without {@code reads} and {@code writes}: what statements touch is for the gateway to find. */
    private static String yaml(Case program, Path queues, String url, String user) {
        final Case.Settings settings = program.settings();
        final StringBuilder yaml = new StringBuilder("name: generated\nqueues:\n  path: " + queues
                + "\n  diskReserve: 1MB\nchunk:\n  limit: " + settings.limit() + "\n  callsInFlight: "
                + settings.inFlight() + "\nlimits:\n  requestBytes: 50KB\ndatabases:\n  main:\n    url: '" + url
                + "'\n    user: " + user
                + "\n    retries: 100\n    adHoc: true\n    updatesPerTransaction: " + settings.perTransaction()
                + "\n    updates: "
                + (settings.exactlyOnce() ? "exactly-once" : "at-least-once") + "\n");
        declare(yaml, program, "lookups", Step.Role.LOOKUP);
        declare(yaml, program, "statements", Step.Role.STATEMENT);
        return yaml.toString();
    }

    private static void declare(StringBuilder yaml, Case program, String section, Step.Role role) {
        final List<Step.Shape> shapes =
                program.shapes().stream().filter(shape -> shape.role() == role).toList();
        if (!shapes.isEmpty()) {
            yaml.append(section).append(":\n");
        }
        for (final Step.Shape shape : shapes) {
            yaml.append("  ")
                    .append(shape.name())
                    .append(":\n    sql: '")
                    .append(shape.sql().replace("'", "''"))
                    .append("'\n");
            if (shape.cached()) {
                yaml.append("    cache:\n      entries: 100\n");
            }
            if (shape.typed()) {
                yaml.append("    types: ")
                        .append(shape.parameters().stream()
                                .map(kind -> kind.argument().name().toLowerCase(Locale.ROOT))
                                .toList())
                        .append('\n');
            }
        }
    }
}
