package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.internal.queue.InputReader;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.OutputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

class CommandsTest {

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();

    @Test
    void shouldPrintRequestsAndResultsWithTheSamePositions() {
        writeFiveRequestsAndAnswerTwo();
        assertEquals(0, tool.call("cat", "requests", "--queues", directory.toString()));
        assertTrue(tool.out().matches("(?s)\\d+:0 executeUpdate 'touch' \\[0, a\\]\\R.*"), tool.out());
        assertEquals(5, tool.out().lines().count());
        assertEquals(0, tool.call("cat", "--limit", "1", "--queues", directory.toString()));
        assertTrue(tool.out().matches("\\d+:0 'touch' updated 7\\R"), tool.out());
    }

    @Test
    void shouldRefuseAndMakeNothingWhenThereAreNoQueues() {
        final Path missing = directory.resolve("none");
        assertEquals(3, tool.call("status", "--queues", missing.toString()));
        assertTrue(tool.err().contains("--queues"), tool.err());
        assertFalse(Files.exists(missing));
    }

    @Test
    void shouldShowOpenRunsAndGiveOneUp() {
        try (GatewayClient client =
                        GatewayClient.builder(directory).diskReserve(0).open();
                Job job = client.job("letters", "today")) {
            job.handled(job.item("contract 1"));
            job.mark("");
        }
        assertEquals(0, tool.call("jobs", "--queues", directory.toString()));
        final String line = "letters@today  1 items handled, 0 of them failed, the last one contract 1";
        assertEquals(line, tool.out().strip());
        assertEquals(1, tool.call("jobs", "--queues", directory.toString(), "--give-up", "letters"));
        assertTrue(tool.err().contains("it is written as job@run"), tool.err());
        assertEquals(0, tool.call("jobs", "--queues", directory.toString(), "--give-up", "letters@today"));
        assertEquals(1, tool.call("jobs", "--queues", directory.toString(), "--give-up", "letters@today"));
        assertTrue(tool.err().contains("no run letters@today is open in"), tool.err());
    }

    /** Making a command from its annotations takes some milliseconds. */
    @Test
    void shouldMakeOneCommandWhenItIsNamedAndAllOtherwise() {
        assertEquals(
                Set.of("status"),
                Main.commandLine("status", "--help").getSubcommands().keySet());
        for (final String[] args : new String[][] {{}, {"--help"}, {"statsu"}}) {
            assertEquals(11, Main.commandLine(args).getSubcommands().size());
        }
        Main.commandLine()
                .getSubcommands()
                .forEach((name, command) -> assertEquals(
                        command.getCommandSpec()
                                .userObject()
                                .getClass()
                                .getAnnotation(Command.class)
                                .name(),
                        name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"export", "export --out FILE --mask all", "export -q data/queues --force"})
    void shouldSayWhatThereIsInsteadWhenACommandIsGone(String line) {
        assertEquals(2, tool.call(line.split(" ")));
        final String said = tool.err();
        assertTrue(said.startsWith("'sluice replay export' is gone"), said);
        assertTrue(said.contains("sluice cat both --format json --queues ADDRESS | gzip > FILE"), said);
        assertTrue(said.contains("jq"), said);
        assertEquals("", tool.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat", "show --last", "status", "verify", "redrive", "resume --from 1:1", "prune"})
    void shouldSayThatItNeedsQueuesWhenItIsGivenAFile(String command) throws IOException {
        final Path file = Files.writeString(directory.resolve("exchanges.sluice.gz"), "a former export");
        assertEquals(3, tool.call((command + " --queues " + file).split(" ")), tool::err);
        assertTrue(tool.err().contains(file + " is a file, and this command needs the queues themselves"), tool::err);
    }

    private void writeFiveRequestsAndAnswerTwo() {
        final QueueOptions options = QueueOptions.DEFAULTS.withDiskReserve(0);
        try (QueuePair queues = QueuePair.open(directory, options);
                InputWriter writer = queues.newWriter();
                GatewayLock lock = queues.lease();
                InputReader reader = queues.requestsFromStart();
                OutputWriter results = queues.resultWriter(lock, Optional.empty())) {
            for (int i = 0; i < 5; i++) {
                writer.append(RequestKind.UPDATE, Map.of(), "touch", i, "a");
            }
            final MessageWriter message = new MessageWriter();
            reader.poll(
                    new RequestReceiver() {
                        @Override
                        public void request(long index, long writtenNanos, RequestFrame request) {
                            ResultFrame.begin(message, ResultKind.UPDATED, (request.ref(index)).name());
                            ResultFrame.updated(message, 7);
                            ResultFrame.end(message, results.id(), results.nextSequence(), request.ref(index), 0, 0, 0);
                            results.write(index, writtenNanos, writtenNanos, message);
                        }

                        @Override
                        public void undecodable(long index, long writtenNanos, String why) {
                            throw new AssertionError(why);
                        }
                    },
                    2);
        }
    }
}
