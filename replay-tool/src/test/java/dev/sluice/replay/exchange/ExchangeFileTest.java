package dev.sluice.replay.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.AllKinds;
import dev.sluice.replay.AnsweredQueues;
import dev.sluice.replay.Called;
import dev.sluice.replay.prove.RewrittenQueue;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchange.Answer;
import dev.sluice.service.exchange.Exchange.Side;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON lines give back what they were made of, and a file that is not as it was written is found out. */
class ExchangeFileTest {

    private static final UUID INPUT = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final int LINES = 5;

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("lines");
    }

    private static String printed(List<Exchange> exchanges) {
        final StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text);
                Lines lines = new Lines(out, Format.json, Optional.empty())) {
            exchanges.forEach(exchange -> lines.add(Format.json.line(exchange, Side.both, INPUT)));
            lines.end();
        }
        return text.toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void write(String text, boolean packed) throws IOException {
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream stream = packed ? new GZIPOutputStream(plain) : plain) {
            stream.write(bytes(text));
        }
    }

    private List<Exchange> read() {
        try (ExchangeFile exchanges = ExchangeFile.open(file)) {
            final List<Exchange> read = new ArrayList<>();
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                read.add(next.get());
            }
            return read;
        }
    }

    private String refused() {
        final String said = assertThrows(QueueException.class, this::read, () -> "seed " + seed)
                .getMessage();
        assertTrue(said.contains(file.toString()), said);
        assertTrue(said.contains("sluice cat both --format json --queues ADDRESS > FILE"), said);
        return said;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveBackWhateverAQueueCanHold(boolean packed) throws IOException {
        System.out.println("seed " + seed);
        final List<Exchange> exchanges = new RandomExchanges(new Random(seed)).next(3000);
        write(printed(exchanges), packed);
        final List<Exchange> read = read();
        assertEquals(exchanges.size(), read.size());
        for (int i = 0; i < read.size(); i++) {
            assertEquals(exchanges.get(i), read.get(i), "seed " + seed);
        }
    }

    @Test
    void shouldGiveBackWhatCatPrintsOfQueues() throws IOException {
        final Path queues = directory.resolve("queues");
        AllKinds.make(queues);
        RewrittenQueue.tamper(queues.resolve("in"), all -> all.set(3, new byte[] {1, 2, 3}));
        write(Called.line("cat both --format json --queues " + queues).out(), false);
        try (QueuePair pair = QueuePair.open(queues, AnsweredQueues.OPTIONS);
                Exchanges exchanges = Exchanges.open(pair, OptionalLong.empty());
                ExchangeFile lines = ExchangeFile.open(file)) {
            assertEquals(pair.inputId(), lines.input());
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                assertEquals(next, lines.next());
            }
            assertEquals(Optional.empty(), lines.next());
            assertEquals(Optional.empty(), lines.next());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAFileThatIsCutAnywhere(boolean packed) throws IOException {
        final String text = printed(new RandomExchanges(new Random(seed)).next(LINES));
        write(text, packed);
        final byte[] whole = Files.readAllBytes(file);
        final int needed =
                packed ? whole.length : whole.length - System.lineSeparator().length();
        for (int length = 0; length < needed; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            refused();
        }
        Files.write(file, Arrays.copyOf(whole, needed));
        assertEquals(LINES, read().size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 1 2 3     | it is cut: its last line does not say how many lines there are",
                "0 1 3 4     | its last line says that there are 5 lines, but there are 4",
                "0 2 1 3 4   | is out of order",
                "0 1 1 2 3 4 | is out of order",
                "0 1 2 3 4 0 | something follows its last line",
            })
    void shouldRefuseOtherLinesThanWereWritten(String order, String why) throws IOException {
        final List<String> lines = printed(new RandomExchanges(new Random(seed)).next(LINES))
                .lines()
                .toList();
        write(
                String.join(
                        "\n",
                        Arrays.stream(order.split(" "))
                                .map(number -> lines.get(Integer.parseInt(number)))
                                .toList()),
                false);
        final String said = refused();
        assertTrue(said.contains(why), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "input    | input is another\"   | a line belongs to another input than the lines before it",
                "position | \"soon\"             | 'soon' is no position",
                "outcome  | \"lost\"             | LOST",
                "written  | \"yesterday\"        | could not be parsed",
                "method   | \"ask\"              | 'ask' is no method",
                "types    | [\"long\"]           | is not a value of type long",
            })
    void shouldRefuseALineThatWasAltered(String member, String value, String why) throws IOException {
        final String position = "{\"input\":\"" + INPUT + "\",\"position\":\"1:%d\"";
        final String rest = ",\"written\":\"2026-11-28T00:00:00Z\",\"method\":\"lookup\",\"name\":\"customer\","
                + "\"arguments\":[[]],\"types\":[\"doubles\"],\"writer\":\"1\",\"sequence\":1,\"outcome\":\"waiting\"}\n";
        final String sound = String.format(position + rest, 1);
        final String last = String.format(position + rest, 2).replace("}\n", ",\"lines\":2}\n");
        write(sound + last, false);
        assertEquals(2, read().size());
        final String text = value.startsWith("input") ? "\"00112233-4455-6677-8899-aabbccddee00\"" : value;
        final String altered =
                last.replaceFirst("\"" + member + "\":(\\[[^]]*]|\"[^\"]*\")", "\"" + member + "\":" + text);
        assertFalse(altered.equals(last));
        write(sound + altered, false);
        final String said = refused();
        assertTrue(said.contains(why), said);
        assertTrue(said.contains("after request 1:1"), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                       | is empty: nothing was printed",
                "nothing of ours                          | is no file of JSON lines of Sluice: Unrecognized token",
                "{\"position\":\"1:1\"}                   | it names no input",
                "{\"sluiceExport\":2,\"madeBy\":\"0.1\"}  | is a file of the former command 'sluice replay export'",
            })
    void shouldSayWhatItNeedsWhenAFileIsAnother(String text, String why) throws IOException {
        for (final boolean packed : new boolean[] {false, true}) {
            write(text, packed);
            final String said = refused();
            assertTrue(said.contains(why), said);
        }
    }

    @Test
    void shouldBeReadAfterJqHasMaskedItAsTheManualSays() throws Exception {
        final String manual = Files.readString(Path.of("../docs/reference/wire-format.md"));
        final Matcher example = Pattern.compile("zcat monday.jsonl.gz \\| (jq -c .* \"masked\"') \\| gzip")
                .matcher(manual);
        assertTrue(example.find());
        assumeTrue(shell("jq --version", ""), "there is no jq");
        final Columns columns = Columns.of(List.of("NAME", "CITY"));
        final Rows rows = Rows.of(columns, List.of(Row.of(columns, "Ada", "Ghent"), Row.of(columns, null, "Malmö")));
        final Rows masked =
                Rows.of(columns, List.of(Row.of(columns, "masked", "Ghent"), Row.of(columns, null, "Malmö")));
        final Failure failure = new Failure(FailureKind.REJECTED, "23505", "Ada is there", false);
        final Failure said = new Failure(FailureKind.REJECTED, "23505", "masked", false);
        assertTrue(shell(
                example.group(1) + " > " + file,
                printed(List.of(
                        exchange(1, new ResultFrame.Found(rows), 17L, "Ada"),
                        exchange(2, new ResultFrame.Failed(failure), new BigDecimal("1.50"), null)))));
        assertEquals(
                List.of(
                                exchange(1, new ResultFrame.Found(masked), 17L, "masked"),
                                exchange(2, new ResultFrame.Failed(said), new BigDecimal("1.50"), null))
                        .toString()
                        .replace("1.50", "1.5"),
                read().toString().replace("1.50", "1.5"));
    }

    private static Exchange exchange(long sequence, ResultFrame.Body body, Object... arguments) {
        final RequestFrame request =
                new RequestFrame(RequestKind.LOOKUP, 1, sequence, Map.of(), "customer", Arguments.of(arguments));
        final ResultKind kind = body instanceof ResultFrame.Failed ? ResultKind.FAILED : ResultKind.ROWS;
        final ResultFrame result = new ResultFrame(kind, 2, sequence, request.ref(sequence), 0, 0, 0, body);
        return new Exchange(
                new Position(1, sequence),
                Optional.of(request),
                "",
                1,
                Optional.of(new Answer(new Position(1, sequence), result, 2, 3)));
    }

    private boolean shell(String command, String in) throws Exception {
        final Path input = Files.writeString(directory.resolve("input"), in);
        return Program.of("sh", "-c", command).input(input).succeeds();
    }

    @ParameterizedTest
    @ValueSource(strings = {"requests", "results"})
    void shouldSayThatItNeedsBothWhenAFileHasOneSide(String side) throws IOException {
        final Path queues = directory.resolve("queues");
        AnsweredQueues.make(queues, 4, AnsweredQueues.Results::truth);
        write(Called.line("cat " + side + " --format json --queues " + queues).out(), false);
        final String said = refused();
        assertTrue(said.contains("'sluice cat both --format json'"), said);
    }
}
