package dev.sluice.service.equivalence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.ContractConfig;
import dev.sluice.service.config.Credentials;
import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.ResilienceConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
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

    @ParameterizedTest
    @EnumSource(
            value = Product.class,
            names = {"HSQLDB", "POSTGRESQL"})
    void shouldAnswerAsOneAtATime(Product product) throws SQLException, IOException {
        final int programs = SeriesLength.of("restPrograms", 25, 200);
        final long seed = Long.getLong("seed", 1);
        final Tally tally = new Tally();
        try (Connection connection = database(product)) {
            Tables.create(connection, product);
            Tables.fill(connection, seed);
            final Reference reference = new Reference(connection, product);
            final Map<Template, Map<String, ValueType>> askable = askable(reference);
            assertTrue(
                    askable.size() >= Templates.READS.size() / 2,
                    askable.keySet().toString());
            for (int i = 0; i < programs; i++) {
                Tables.fill(connection, seed + i);
                final Program program = Program.drawLookups(seed + i, product, List.copyOf(askable.keySet()));
                final List<Answer> expected = program.requests().stream()
                        .map(reference::answer)
                        .map(RestEquivalenceTest::overHttp)
                        .toList();
                // Half as a service made for chunks; of the others what it leaves out, and how it says so, differs.
                final SqlService.Loss[] losses = SqlService.Loss.values();
                final SqlService.Loss loss =
                        program.seed() % 2 > 0 ? losses[0] : losses[(int) (program.seed() / 2 % losses.length)];
                final GatewayRun run;
                // each with a server of its own: the JDK's closes connections when it has 200 that idle
                try (SqlService service = new SqlService(reference)) {
                    service.serve(program, loss);
                    run = GatewayRun.of(program, config(program, service, askable, loss));
                }
                for (int r = 0; r < expected.size(); r++) {
                    final int request = r;
                    assertEquals(
                            expected.get(r),
                            run.answers().get(r),
                            () -> program + " (repeat with -DrestPrograms=1 -Dseed=" + program.seed() + "), request "
                                    + request + ": " + program.requests().get(request));
                }
                tally.count(program, expected, run);
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

    private static Connection database(Product product) throws SQLException {
        if (product == Product.HSQLDB) {
            return DriverManager.getConnection("jdbc:hsqldb:mem:rest-equivalence", "SA", "");
        }
        final PostgresServer server = PostgresServer.shared();
        return DriverManager.getConnection(server.createDatabase("rest_equivalence"), server.user(), "");
    }

    /** A query's failure has the service's status instead of the database's. */
    private static Answer overHttp(Answer answer) {
        return answer.kind().equals("failed")
                ? Answer.failed(Integer.toString(SqlService.FAILED), answer.message())
                : answer;
    }

    /** The templates that take part, with the types of their columns: as the database gives them to a random request. */
    private static Map<Template, Map<String, ValueType>> askable(Reference reference) {
        final Map<Template, Map<String, ValueType>> askable = new LinkedHashMap<>();
        for (final Template template : Templates.READS) {
            if (!template.types().isEmpty() && !template.types().contains(ValueType.DOUBLE)) {
                columns(reference, template).ifPresent(columns -> askable.put(template, columns));
            }
        }
        return askable;
    }

    private static Optional<Map<String, ValueType>> columns(Reference reference, Template template) {
        final Random random = new Random(1);
        for (int sample = 0; sample < SAMPLES; sample++) {
            final Object[] arguments = template.arguments().stream()
                    .map(argument -> argument.draw(random))
                    .toArray();
            try {
                final Reference.Found found = reference.found(Variant.drawLookup(0, template, random), arguments);
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

    private static RestConfig config(
            Program program, SqlService service, Map<Template, Map<String, ValueType>> askable, SqlService.Loss loss) {
        final Map<String, RestDeclaration> lookups = new LinkedHashMap<>();
        for (final Variant variant : program.variants()) {
            final String name = variant.name(program.product());
            lookups.put(
                    name,
                    variant.lookup(program.product(), "sql", contract(name, askable.get(variant.template()), loss)));
        }
        final ServiceConfig config = new ServiceConfig(
                "sql",
                service.url(),
                new Credentials.None(),
                Optional.empty(),
                new Secret(""),
                Optional.empty(),
                new Secret(""),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                16 << 20,
                4_000,
                program.callsInFlight(),
                new ResilienceConfig(
                        3, Duration.ofMillis(1), Duration.ofMillis(10), Optional.empty(), Optional.empty()));
        return new RestConfig(Map.of("sql", config), lookups, Map.of());
    }

    /** The default contract, with the columns' types and several rows. */
    private static ContractConfig contract(String name, Map<String, ValueType> columns, SqlService.Loss loss) {
        final ContractConfig plain = DefaultContract.lookup(name);
        final ContractConfig.Answer answer = plain.answer();
        return new ContractConfig(
                plain.ask(),
                new ContractConfig.Answer(
                        answer.items(),
                        answer.match(),
                        answer.key(),
                        answer.value(),
                        answer.status(),
                        answer.error(),
                        answer.found(),
                        answer.notFoundErrors(),
                        switch (loss) {
                            case STATUS_OF_ALL -> Set.of(404);
                            case EMPTY_OF_ALL -> Set.of(204);
                            default -> Set.of();
                        },
                        ContractConfig.Again.of(
                                switch (loss) {
                                    case OUT_OF_TIME -> Set.of("/again");
                                    case BUSY_ITEMS -> Set.of(Integer.toString(SqlService.BUSY));
                                    default -> Set.of();
                                }),
                        loss.statesMisses() ? answer.missing() : ContractConfig.Missing.NOT_FOUND,
                        Optional.empty(),
                        Optional.of("/total"),
                        true,
                        ContractConfig.Nested.JSON,
                        columns));
    }
}
