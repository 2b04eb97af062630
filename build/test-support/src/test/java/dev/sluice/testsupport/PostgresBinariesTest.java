package dev.sluice.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresBinariesTest {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, postgres-linux-x86_64.txz",
        "Linux, aarch64, postgres-linux-arm_64.txz",
        "Mac OS X, x86_64, postgres-darwin-x86_64.txz",
        "Mac OS X, aarch64, postgres-darwin-arm_64.txz"
    })
    void shouldFindTheArchiveWhenThereIsOneForTheMachine(String system, String processor, String archive) {
        assertEquals(archive, PostgresBinaries.archive(system, processor));
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, amd64", "Linux, riscv64"})
    void shouldNameTheMachineWhenThereIsNoArchiveForIt(String system, String processor) {
        final String message = assertThrows(
                        IllegalStateException.class, () -> PostgresBinaries.archive(system, processor))
                .getMessage();
        assertTrue(message.contains(system + " on " + processor), message);
    }

    @Test
    void shouldBringTheArchiveOfTheBuildingMachine() {
        final String archive = PostgresBinaries.archive(System.getProperty("os.name"), System.getProperty("os.arch"));
        assertTrue(PostgresBinariesTest.class.getResource("/" + archive) != null, archive + " is on the class path");
    }
}
