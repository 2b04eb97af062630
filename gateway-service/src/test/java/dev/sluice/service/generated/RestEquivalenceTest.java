package dev.sluice.service.generated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs of lookups that a service answers, which itself asks a database for one key at a time: results are
 * those of asking that database directly, one at a time, also where the service leaves out what is there.
 *
 * <p>Templates take part if their arguments and columns are of types that JSON carries exactly with a declaration:
 * whole numbers, decimals, texts, flags, dates, times and UUIDs. Not doubles: JSON's numbers are decimal, which know no
 * negative zero. Each has a key. Only reads: an event has no counterpart in SQL, and updates of a database and lookups of a service are
 * not ordered. Lookups are declared with their types, since JSON does not tell a date from a text.
 *
 * <p>More of them with {@code -DrestPrograms=N}, others with {@code -Dseed=S}.
 */
@Tag("series")
class RestEquivalenceTest {

    private static final int SAMPLES = 50;

    private static final Map<String, ValueType> TYPES = Map.of(
            "java.lang.Long", ValueType.LONG,
            "java.lang.Integer", ValueType.LONG,
            "java.math.BigDecimal", ValueType.DECIMAL,
            "java.lang.String", ValueType.TEXT,
            "java.lang.Boolean", ValueType.BOOLEAN,
            "java.sql.Date", ValueType.DATE,
            "java.sql.Timestamp", ValueType.TIMESTAMP,
            "java.util.UUID", ValueType.UUID);

    @TempDir
    private Path directory;

    /** A template that takes part, and the types of its columns by their names. */
    private record Askable(Template template, Map<String, ValueType> columns) {}

    @ParameterizedTest
    @EnumSource(
            value = Product.class,
            names = {"HSQLDB", "POSTGRESQL"})
    void shouldAnswerAsOneAtATime(Product product) throws SQLException, IOException {
        final int programs = SeriesLength.of("restPrograms", 25, 200);
        final long seed = Long.getLong("seed", 1);
        final Tally tally = new Tally();
        try (Places places = product.open(directory)) {
            final List<Askable> askable;
            try (Place place = filled(places, seed, product)) {
                askable = askable(place.plain(), product);
            }
            assertTrue(askable.size() >= Templates.READS.size() / 2, askable.toString());
            for (long i = seed; i < seed + programs; i++) {
                try (Place place = filled(places, i, product)) {
                    check(place, i, product, askable, tally);
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "Equivalence over REST, %s: %d programs, %d requests, %.1f questions a call%n",
                product,
                programs,
                tally.requests(),
                tally.questionsPerCall());
        if (programs >= 25) {
            assertTrue(tally.questionsPerCall() > 1.5, "calls are not shared");
        }
    }

    private static Place filled(Places places, long seed, Product product) throws SQLException {
        final Place place = places.make(seed);
        place.make(KnownTables.schema(product, new Draw(seed)));
        return place;
    }

    private void check(Place place, long seed, Product product, List<Askable> askable, Tally tally)
            throws SQLException, IOException {
        final Draw draw = new Draw(seed * Product.values().length + product.ordinal());
        final Map<String, Askable> asked = new LinkedHashMap<>();
        final List<Step.Shape> lookups = new ArrayList<>();
        for (int i = 1 + draw.below(4); i > 0; i--) {
            final Askable drawn = draw.of(askable);
            final Step.Shape plain = drawn.template().lookup(lookups.size(), product);
            final Step.Shape lookup =
                    draw.oneIn(2) ? plain.with("reads: " + drawn.template().reads()) : plain;
            lookups.add(draw.oneIn(10) ? lookup.with("chunk: false") : draw.oneIn(2) ? Case.kept(lookup) : lookup);
            asked.put(plain.name(), drawn);
        }
        final Schema none = new Schema(List.of(), List.of(), List.of(), List.of());
        final Case program =
                new Case(seed, product, Case.Settings.draw(draw), true, none, Case.steps(lookups, product, draw));
        final List<Answer> expected = new ArrayList<>();
        for (final Step step : program.steps()) {
            expected.add(overHttp(place.plain().answer(step)));
        }
        // Half as a service made for chunks; of the others what it leaves out, and how it says so, differs.
        final SqlService.Loss[] losses = SqlService.Loss.values();
        final SqlService.Loss loss = seed % 2 > 0 ? losses[0] : losses[(int) (seed / 2 % losses.length)];
        // each with a server of its own: the JDK's closes connections when it has 200 that idle
        try (SqlService service = new SqlService(place.plain())) {
            service.serve(program, loss);
            final Path queues = directory.resolve("rest" + seed + product);
            final QueuedGateway.Run run = QueuedGateway.of(program, queues, backends(program, service, asked, loss));
            for (int i = 0; i < expected.size(); i++) {
                final int request = i;
                assertEquals(
                        expected.get(i),
                        run.answers().get(i),
                        () -> program + "\n(repeat with -DrestPrograms=1 -Dseed=" + seed + "), " + loss + ", request "
                                + request + ": " + program.steps().get(request));
            }
            tally.count(program, expected, run);
        }
    }

    /** A query's failure has the service's status instead of the database's. */
    private static Answer overHttp(Answer answer) {
        return answer.kind().equals("failed")
                ? Answer.failed(Integer.toString(SqlService.FAILED), answer.message())
                : answer;
    }

    /** The templates that take part, with the types of their columns: as the database gives them to a random request. */
    private static List<Askable> askable(PlainJdbc plain, Product product) {
        final List<Askable> askable = new ArrayList<>();
        for (final Template template : Templates.READS) {
            if (!template.arguments().isEmpty()
                    && template.arguments().stream().noneMatch(kind -> kind.argument() == ValueType.DOUBLE)) {
                columns(plain, template.lookup(0, product))
                        .ifPresent(columns -> askable.add(new Askable(template, columns)));
            }
        }
        return askable;
    }

    private static Optional<Map<String, ValueType>> columns(PlainJdbc plain, Step.Shape lookup) {
        final Draw draw = new Draw(1);
        for (int sample = 0; sample < SAMPLES; sample++) {
            final Object[] arguments =
                    lookup.parameters().stream().map(kind -> kind.draw(draw)).toArray();
            try {
                final PlainJdbc.Found found = plain.found(lookup, arguments);
                final Map<String, ValueType> columns = new LinkedHashMap<>();
                for (int i = 0; i < found.names().size(); i++) {
                    final ValueType type = TYPES.get(found.classes().get(i));
                    if (type == null) {
                        return Optional.empty();
                    }
                    columns.put(found.names().get(i), type);
                }
                return Optional.of(columns);
            } catch (final SQLException e) {
                continue; // another sample may fit
            }
        }
        return Optional.empty();
    }

    private static String backends(Case program, SqlService service, Map<String, Askable> asked, SqlService.Loss loss) {
        final StringBuilder yaml = new StringBuilder("services:\n  sql:\n    url: " + service.url()
                + "\n    callsInFlight: " + program.settings().inFlight()
                + "\n    backoff: 1ms\n    maxBackoff: 10ms\n");
        QueuedGateway.declare(
                yaml,
                program,
                "lookups",
                Step.Role.LOOKUP,
                lookup -> response(asked.get(lookup.name()).columns(), loss));
        return yaml.toString();
    }

    /** The default contract, with the columns' types and several rows. */
    private static String response(Map<String, ValueType> columns, SqlService.Loss loss) {
        final String said = switch (loss) {
            case STATUS_OF_ALL -> "notFoundStatuses: [404], ";
            case EMPTY_OF_ALL -> "notFoundStatuses: [204], ";
            case OUT_OF_TIME -> "again: [/again], ";
            case BUSY_ITEMS -> "again: [" + SqlService.BUSY + "], ";
            default -> "";
        };
        return "response: {total: /total, many: true, nested: json, " + said
                + (loss.statesMisses() ? "" : "missing: not-found, ") + "columns: {"
                + columns.entrySet().stream()
                        .map(column -> "'" + column.getKey() + "': "
                                + column.getValue().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))
                + "}}";
    }
}
