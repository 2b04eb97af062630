package dev.sluice.jdbc.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.jdbc.TestGateway.Kind;
import dev.sluice.testsupport.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything is got and set as the database's own driver does, in three time zones and on both sides of each change of the clock, but
 * for what differences.md lists.
 */
@Tag("long")
class BesideDriversTest {

    private static final Path MANUAL = Path.of("differences.md");
    private static final String BEGIN = "<!-- differences: written by BesideDriversTest -->\n";
    private static final String END = "<!-- end of differences -->";
    private static final int ENOUGH = 5_000;

    @TempDir
    private Path directory;

    /** A difference: the database, {@code get} or {@code set}, how they differ, and by what. */
    private record Difference(String product, String direction, String how, String name) {}

    @Test
    void shouldDifferOnlyAsTheManualSays() throws Exception {
        final Map<Difference, Set<String>> types = new LinkedHashMap<>();
        for (final String zone : List.of("UTC", "Europe/Berlin", "America/St_Johns")) {
            for (final String line : differences(zone)) {
                final String[] parts = line.split("\t");
                if (parts[0].equals("compared")) {
                    assertTrue(Integer.parseInt(parts[1]) > ENOUGH, line);
                } else if (!parts[2].equals("more")) {
                    final String name = parts[4].split("\\|")[0];
                    types.computeIfAbsent(
                                    new Difference(parts[0], parts[1], parts[2], name), it -> new LinkedHashSet<>())
                            .add(parts[3]);
                }
            }
        }
        final String manual = Files.readString(MANUAL);
        final int begin = manual.indexOf(BEGIN) + BEGIN.length();
        final String written =
                manual.substring(0, begin) + "\n" + table(types) + "\n" + manual.substring(manual.indexOf(END));
        if (Boolean.getBoolean("sluice.docs.update")) {
            Files.writeString(MANUAL, written);
        }
        assertEquals(
                written,
                Files.readString(MANUAL),
                () -> "run it with -Dsluice.docs.update=true; target/differences-*.tsv has each value");
    }

    private List<String> differences(String zone) throws Exception {
        final String name = zone.replace('/', '-');
        final Path lines = Path.of("target", "differences-" + name + ".tsv");
        final Path log = Path.of("target", "differences-" + name + ".log");
        Program.java(Differences.class, directory.resolve(name), lines)
                .named(zone)
                .options("-ea", "-Duser.timezone=" + zone, "-Duser.language=en")
                .log(log)
                .patience(Duration.ofMinutes(30))
                .start()
                .expectEnd(0);
        final List<String> all = Files.readAllLines(lines);
        assertEquals(
                Kind.values().length,
                all.stream().filter(line -> line.startsWith("compared")).count());
        return all;
    }

    /** A line for all getters or setters that differ on the same columns. */
    private static String table(Map<Difference, Set<String>> types) {
        final Map<String, Set<String>> names = new TreeMap<>();
        types.forEach((difference, columns) -> names.computeIfAbsent(
                        difference.direction + "\t" + difference.product + "\t" + difference.how + "\t"
                                + String.join(", ", new TreeSet<>(columns)),
                        it -> new TreeSet<>())
                .add(difference.name));
        final StringBuilder table = new StringBuilder("| database | differs | by | columns |\n|---|---|---|---|\n");
        names.forEach((key, its) -> {
            final String[] parts = key.split("\t");
            table.append("| ")
                    .append(parts[1].equals("HSQLDB") ? "HSQLDB" : "PostgreSQL")
                    .append(" | ")
                    .append(parts[2].equals("other") ? "another value" : "refused here")
                    .append(" | ")
                    .append(quoted(its))
                    .append(" | ")
                    .append(parts[3])
                    .append(" |\n");
        });
        return table.toString();
    }

    private static String quoted(Collection<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
