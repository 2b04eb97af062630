package dev.sluice.service.generated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.sluice.testsupport.MutantLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A proof that does not look at one thing lets something be shared or reordered, and plain JDBC answers otherwise. */
@Tag("nightly")
class ProofMutantsTest {

    private static final List<String> LOADED_AGAIN = List.of("dev.sluice.service.");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("dev.sluice.service.generated.ProofMutant#all")
    void shouldBeNeeded(ProofMutant mutant) throws IOException, ReflectiveOperationException {
        assertEquals("", difference(MutantLoader.ofNothing(LOADED_AGAIN), mutant, "as it is"));

        assertNotEquals("", difference(MutantLoader.of(LOADED_AGAIN, mutant.change()), mutant, "changed"));
    }

    private String difference(MutantLoader loader, ProofMutant mutant, String place)
            throws ReflectiveOperationException {
        final Class<?> probe = loader.loadClass(ProofProbe.class.getName());
        return (String) probe.getMethod("difference", String.class, String.class)
                .invoke(null, mutant.toString(), directory.resolve(place).toString());
    }
}
