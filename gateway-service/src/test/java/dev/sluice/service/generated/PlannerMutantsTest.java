package dev.sluice.service.generated;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.MutantLoader;
import dev.sluice.testsupport.SourceChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A planner that does not see conflicts by row is found by a few drawn programs. */
@Tag("long")
class PlannerMutantsTest {

    private static final int PROGRAMS = 40;
    private static final List<String> LOADED_AGAIN = List.of("dev.sluice.service.");
    private static final SourceChange ROWS =
            new SourceChange("core.plan.RowLevels", "index(both.mine()).largest(later.hash(both.its()))", "0");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "HSQLDB", "H2"})
    void shouldFindAPlannerThatDoesNotSeeConflictsByRow(Product product)
            throws IOException, ReflectiveOperationException {
        final Class<?> probe = MutantLoader.of(LOADED_AGAIN, ROWS).loadClass(ProofProbe.class.getName());

        final OptionalInt found =
                (OptionalInt) probe.getMethod("programsUntilOneDiffers", String.class, int.class, String.class)
                        .invoke(null, product.name(), PROGRAMS, directory.toString());

        System.out.println("Requests of one row do not conflict, on " + product + ": " + found);
        assertTrue(found.isPresent(), "none of " + PROGRAMS + " programs differs");
    }
}
