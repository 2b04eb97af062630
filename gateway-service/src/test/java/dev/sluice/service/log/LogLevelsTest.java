package dev.sluice.service.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogLevelsTest {

    private final LoggerContext log = new LoggerContext();

    @Test
    void shouldChangeTheLevelOfOurOwnLogAndOfAPartOfIt() {
        log.getLogger("dev.sluice").setLevel(ch.qos.logback.classic.Level.INFO);
        assertEquals(Optional.empty(), LogLevels.change(log, "dev.sluice.service.jdbc", "Debug"));
        assertTrue(log.getLogger("dev.sluice.service.jdbc.connect").isDebugEnabled());
        assertFalse(log.getLogger("dev.sluice.service").isDebugEnabled());
        assertEquals(Optional.empty(), LogLevels.change(log, "", "error"));
        assertFalse(log.getLogger("dev.sluice.service").isWarnEnabled());
    }

    @Test
    void shouldLeaveLibrariesAtInfo() {
        assertTrue(LogLevels.change(log, "org.postgresql", "debug").orElse("").startsWith("libraries stay at info"));
        assertTrue(LogLevels.change(log, "ROOT", "trace").isPresent());
        assertTrue(LogLevels.change(log, "dev.sluices", "debug").isPresent());
        assertEquals(Optional.empty(), LogLevels.change(log, "org.postgresql", "info"));
    }

    @Test
    void shouldSayWhatLevelsThereAre() {
        assertTrue(LogLevels.change(log, "", "loud").orElse("").contains("error, warn, info, debug and trace"));
    }
}
