package dev.sluice.perf.letters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.examples.letters.Contract;
import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.LettersByDataLoader;
import dev.sluice.perf.baseline.LookupsEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.baseline.WholeJoin;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Progress;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LettersSweepTest {

    private static final int CONTRACTS = 60;
    private static Database database;

    @TempDir
    private Path directory;

    private LettersSweep sweep;

    @BeforeAll
    static void makeContracts() throws Exception {
        final PostgresServer server = PostgresServer.shared();
        database = new Database(server.createDatabase("letters_sweep"), server.user());
        LettersSystem.makeContracts(database, CONTRACTS, 42);
    }

    @BeforeEach
    void writeExpectedLetters() throws Exception {
        final Run run = new Run(
                Size.Kind.SMOKE,
                Map.of("contracts", String.valueOf(CONTRACTS)),
                1,
                42,
                directory,
                new Progress(System.err, false));
        sweep = new LettersSweep(run, LettersSweep.expected(run, database));
    }

    static Stream<Callable<? extends LettersVariant>> ways() {
        return Stream.of(
                () -> new ChunksByHand(database, 7),
                () -> new LettersByDataLoader(database, 7),
                () -> new SelectsOnPool(database, 3),
                () -> LookupsEach.selects(database),
                () -> LookupsEach.byTemplate(database),
                () -> new WholeJoin(database));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldFindTheSameLettersWhenTheyAreWrittenInAnotherWay(Callable<? extends LettersVariant> way)
            throws Exception {
        assertTrue(sweep.micros(point("way", way, CONTRACTS, 10)) > 0);
        assertTrue(sweep.micros(point("way on a part", way, 25, 25)) > 0);
    }

    @Test
    void shouldNameTheWayWhenItsLettersAreInAnotherOrder() {
        final IllegalStateException e = failure(letters -> {
            Collections.swap(letters, 10, 11);
            return letters;
        });

        assertTrue(e.getMessage().startsWith("altered: the letters differ from byte "), e.getMessage());
    }

    @Test
    void shouldNameTheWayWhenALetterIsMissing() {
        final IllegalStateException e = failure(letters -> letters.subList(0, CONTRACTS - 1));

        assertEquals("altered: 59 letters for 60 contracts", e.getMessage());
    }

    private static LettersSweep.Point point(
            String name, Callable<? extends LettersVariant> opening, int contracts, int before) {
        return new LettersSweep.Point(name, name, List.of(1.0), opening, database, contracts, before);
    }

    private IllegalStateException failure(UnaryOperator<List<String>> change) {
        return assertThrows(
                IllegalStateException.class,
                () -> sweep.micros(point("altered", () -> new Altered(change), CONTRACTS, 0)));
    }

    /** Has the right letters, and changes them when all are there. */
    private record Altered(UnaryOperator<List<String>> change) implements LettersVariant {

        @Override
        public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
            if (!contracts.hasNext()) {
                return;
            }
            final StringWriter right = new StringWriter();
            try (ChunksByHand byHand = new ChunksByHand(database, 10)) {
                byHand.write(contracts, new Letters(right));
            }
            final List<String> each = new ArrayList<>(List.of(right.toString().split("(?<=----\n)")));
            for (final String letter : change.apply(each)) {
                letters.write(letter);
            }
        }

        @Override
        public void close() throws IOException, SQLException {
            // nothing is open
        }
    }
}
