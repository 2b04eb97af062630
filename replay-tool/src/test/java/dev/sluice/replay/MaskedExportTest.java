package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.OtherValue;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets stand wherever a job, a database or a service may put them, and are looked for in masked files. */
class MaskedExportTest {

    private static final String SECRET = "CANARY-of-the-Müllers";
    private static final long NUMBER = 4_711_081_547_113_355L;
    private static final BigDecimal AMOUNT = new BigDecimal("88997766554433.21");
    private static final UUID ID = new UUID(0x1122334455667788L, 0x99AABBCCDDEEFF01L);
    private static final double MEASURE = 0.123456789012345;
    private static final String SQL = "SELECT '" + SECRET + "' FROM t WHERE id = " + NUMBER;

    /** How they show in a file. */
    private static final List<String> SHOWN = List.of(
            "CANARY",
            "Müllers",
            Long.toString(NUMBER),
            AMOUNT.toString(),
            ID.toString(),
            Double.toString(MEASURE),
            Base64.getEncoder().encodeToString(SECRET.getBytes(StandardCharsets.UTF_8)));

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path directory;

    private Path queues;
    private Path file;

    @BeforeEach
    void plant() {
        queues = directory.resolve("queues");
        file = directory.resolve("masked.sluice.gz");
        try (QueuePair pair = QueuePair.open(queues, AnsweredQueues.OPTIONS);
                InputWriter writer = pair.newWriter()) {
            final Map<String, String> headers =
                    Map.of("job", SECRET, "item", SECRET, "deadline", SECRET, "call", "read-1", "traceparent", SECRET);
            writer.append(RequestKind.LOOKUP, headers, "customer", NUMBER);
            writer.append(RequestKind.LOOKUP, Map.of(), "customer", SECRET);
            writer.append(
                    RequestKind.LOOKUP,
                    Map.of(),
                    "account",
                    AMOUNT,
                    ID,
                    MEASURE,
                    SECRET.getBytes(StandardCharsets.UTF_8));
            writer.append(RequestKind.QUERY, headers, SQL);
            writer.append(RequestKind.UPDATE, Map.of(), "pay", NUMBER, new double[] {MEASURE});
            writer.append(RequestKind.SEND, Map.of(), "letter", SECRET);
            writer.append(RequestKind.LOOKUP, Map.of(), "customer", NUMBER);
            AnsweredQueues.answer(pair, 6, MaskedExportTest::answer);
        }
    }

    private static void answer(AnsweredQueues.Results results, long index, long written, RequestFrame request) {
        switch (request.kind()) {
            case LOOKUP, QUERY -> {
                final boolean sql = request.name().equals(SQL);
                final Columns columns = Columns.of(
                        List.of("ID", "NAME", sql ? "'" + SECRET + "'" : "SHOWN", "AMOUNT", "UID", "ODD", "CITY"));
                final Row row = Row.of(
                        columns,
                        Long.toString(NUMBER) + "  ",
                        SECRET,
                        NUMBER,
                        AMOUNT,
                        ID,
                        new OtherValue("xml", "<a>" + SECRET + "</a>"),
                        "Hamburg");
                results.rows(index, written, ResultKind.ROWS, request.ref(index), Rows.of(columns, List.of(row)));
            }
            case UPDATE ->
                results.failed(
                        index,
                        written,
                        request.ref(index),
                        new Failure(FailureKind.CONFLICT, "23505", "duplicate key (" + SECRET + ")", false));
            case SEND ->
                results.failed(
                        index, written, request.ref(index), new Failure(FailureKind.REJECTED, SECRET, SECRET, true));
        }
    }

    private Called export(Path out, String... more) {
        final List<String> arguments =
                new ArrayList<>(List.of("export", "--queues", queues.toString(), "--out", out.toString()));
        arguments.addAll(List.of(more));
        return Called.with(arguments.toArray(new String[0]));
    }

    private List<JsonNode> both(Path of) throws IOException {
        final List<JsonNode> nodes = new ArrayList<>();
        final Called cat = Called.line("cat both --format json --queues " + of);
        assertEquals(0, cat.code(), cat::err);
        for (final String line : cat.lines()) {
            nodes.add(MAPPER.readTree(line));
        }
        return nodes;
    }

    private static void assertAbsent(Path file, String secret) throws IOException {
        assertFalse(new String(GzipLines.bytes(file), StandardCharsets.UTF_8).contains(secret), secret);
    }

    @Test
    void shouldHaveNoByteOfASecretWhenAllIsMasked() throws IOException {
        assertEquals(0, export(file, "--mask", "all", "--key", SECRET).code());
        assertEquals(0, export(file, "--mask", "all", "--force").code());
        final String content = new String(GzipLines.bytes(file), StandardCharsets.UTF_8);
        for (final String secret : SHOWN) {
            assertFalse(content.contains(secret), secret);
        }
        assertFalse(content.contains("Hamburg"));
        assertTrue(content.contains("customer"), "names stay");
    }

    @Test
    void shouldFindThePlantedSecretsWhenNothingIsMasked() throws IOException {
        assertEquals(0, export(file).code());
        final String content = new String(GzipLines.bytes(file), StandardCharsets.UTF_8);
        for (final String secret : SHOWN) {
            assertTrue(content.contains(secret), secret);
        }
    }

    @Test
    void shouldNotTellWhatWasLookedForInTheHeaderWhenSomeAreMeant() throws IOException {
        assertEquals(0, export(file, "--mask", "all", "--key", SECRET).code());
        assertAbsent(file, "CANARY");
        assertEquals(2, both(file).size());
    }

    @Test
    void shouldBeAsSoundAsTheQueuesWhenItIsMasked() throws IOException {
        assertEquals(0, export(file, "--mask", "all").code());
        final Called verified = Called.line("verify --queues " + file);
        assertEquals(0, verified.code(), verified::out);
        final List<JsonNode> original = both(queues);
        final List<JsonNode> masked = both(file);
        assertEquals(original.size(), masked.size());
        for (int i = 0; i < masked.size(); i++) {
            for (final String same :
                    List.of("position", "written", "result", "answered", "outcome", "method", "sequence")) {
                assertEquals(original.get(i).get(same), masked.get(i).get(same), same);
            }
        }
        final JsonNode failed = masked.get(4).get("failure");
        assertEquals("CONFLICT", failed.get("kind").textValue());
        assertEquals("23505", failed.get("code").textValue());
        assertTrue(failed.get("message").textValue().startsWith("masked-"));
        assertEquals("read-1", masked.get(0).get("headers").get("call").textValue());
        assertTrue(masked.get(3).get("name").textValue().startsWith("sql-"), masked::toString);
    }

    @Test
    void shouldLetEqualKeysStayEqualAndFindThemInTheRowsWhenKeysAreMasked() throws IOException {
        assertEquals(0, export(file, "--mask", "keys").code());
        final List<JsonNode> lines = both(file);
        final JsonNode key = lines.get(0).get("arguments").get(0);
        assertNotEquals(NUMBER, key.longValue());
        assertEquals(key, lines.get(6).get("arguments").get(0), "joins go on");
        assertEquals(key, lines.get(4).get("arguments").get(0), "across names");
        final JsonNode row = lines.get(0).get("rows").get(0);
        assertEquals(key, row.get("SHOWN"), "the same number");
        assertNotEquals(Long.toString(NUMBER), row.get("ID").textValue().trim(), "it as text with blanks");
        assertEquals("Hamburg", row.get("CITY").textValue(), "what is no key stays");
        assertEquals(SECRET, row.get("NAME").textValue());
        assertNotEquals(SECRET, lines.get(1).get("rows").get(0).get("NAME").textValue(), "there it is the key");
        assertFalse(lines.get(0).get("headers").toString().contains("CANARY"), "headers are always masked");
        assertFalse(lines.get(5).get("failure").toString().contains("CANARY"), "failures are always masked");
    }

    @ParameterizedTest
    @CsvSource({
        "customer:name, NAME, true, false",
        "*:NAME, NAME, true, true",
        "*:city, CITY, true, true",
        "text, CITY, true, true"
    })
    void shouldMaskTheColumnsThatAreNamed(String rule, String column, boolean customers, boolean accounts)
            throws IOException {
        assertEquals(0, export(file, "--mask", rule).code());
        final List<JsonNode> original = both(queues);
        final List<JsonNode> masked = both(file);
        assertEquals(customers, !cell(original, 0, column).equals(cell(masked, 0, column)));
        assertEquals(accounts, !cell(original, 2, column).equals(cell(masked, 2, column)));
        assertEquals(cell(original, 0, "AMOUNT"), cell(masked, 0, "AMOUNT"));
        assertEquals(original.get(0).get("arguments"), masked.get(0).get("arguments"));
    }

    private static JsonNode cell(List<JsonNode> lines, int line, String column) {
        return lines.get(line).get("rows").get(0).get(column);
    }

    @Test
    void shouldMaskTheArgumentThatIsMeant() throws IOException {
        assertEquals(0, export(file, "--mask", "account:2").code());
        final JsonNode original = both(queues).get(2).get("arguments");
        final JsonNode masked = both(file).get(2).get("arguments");
        assertEquals(original.get(0), masked.get(0));
        assertNotEquals(original.get(1), masked.get(1));
        assertEquals(original.get(3), masked.get(3));
    }

    @Test
    void shouldGiveTheSamePseudonymsWithTheSameKeyOnly() throws IOException {
        final Path key = Files.writeString(directory.resolve("key"), "sixteen or more bytes");
        final Path second = directory.resolve("second.gz");
        final Path other = directory.resolve("other.gz");
        assertEquals(
                0,
                export(file, "--mask", "all", "--mask-key-file", key.toString()).code());
        assertEquals(
                0,
                export(second, "--mask", "all", "--mask-key-file", key.toString())
                        .code());
        assertEquals(0, export(other, "--mask", "all").code());
        assertEquals(both(file), both(second));
        assertNotEquals(both(file).get(0).get("arguments"), both(other).get(0).get("arguments"));
        assertAbsent(file, "sixteen");
    }

    @Test
    void shouldWarnWhenARuleMetNothing() {
        final Called called = export(file, "--mask", "customer:nmae,keys");
        assertEquals(1, called.code());
        assertTrue(called.err().contains("customer:nmae"), called.err());
        assertFalse(called.err().contains("keys,"), called.err());
    }

    @ParameterizedTest
    @CsvSource({"--mask everything, everything", "--mask customer:, customer:", "--mask-key-file k, masks nothing"})
    void shouldRefuseWhatMasksNothing(String options, String said) {
        final Called called = export(file, options.split(" "));
        assertEquals(2, called.code());
        assertTrue(called.err().contains(said), called.err());
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldRefuseAKeyThatCanBeGuessed() throws IOException {
        final Path key = Files.writeString(directory.resolve("key"), "short");
        final Called called = export(file, "--mask", "all", "--mask-key-file", key.toString());
        assertEquals(2, called.code());
        assertTrue(called.err().contains("5 bytes can be guessed"), called.err());
    }
}
