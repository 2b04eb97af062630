package dev.sluice.service.pending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.pending.Declarations.Fingerprint;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclarationsTest {

    private static final String CONFIG = """
            databases:
              main: {url: 'jdbc:hsqldb:mem:m', adHoc: true}
              other: {url: 'jdbc:hsqldb:mem:o'}
            services:
              prices: {url: 'http://localhost:1/'}
            lookups:
              a: {database: main, sql: 'SELECT 1 FROM t WHERE id = ?', types: [long], reads: [t]}
              price: {service: prices, types: [long]}
            statements:
              s: {database: main, sql: 'UPDATE t SET x = ?', types: [long]}
            endpoints:
              e: {service: prices}
            """;

    private static final Declarations BEFORE = declarations(CONFIG);

    @Test
    void shouldHaveTheSameFingerprintsWhenOnlySpeedChanges() {
        assertEquals(BEFORE, declarations(CONFIG));
        assertEquals(BEFORE, declarations(CONFIG.replace("reads: [t]", "cache: {entries: 5}")));
    }

    @Test
    void shouldFindWhatChangedItsMeaning() {
        assertEquals(List.of("a"), changed(CONFIG.replace("SELECT 1", "SELECT 2")));
        assertEquals(List.of("s"), changed(CONFIG.replace("x = ?', types: [long]", "x = ?', types: [double]")));
        assertEquals(List.of("s"), changed(CONFIG.replace("s: {database: main", "s: {database: other")));
        assertEquals(
                List.of("e"), changed(CONFIG.replace("e: {service: prices}", "e: {service: prices, payload: text}")));
        assertEquals(
                List.of("price"), changed(CONFIG.replace("types: [long]}\nstatements", "types: [text]}\nstatements")));
    }

    @Test
    void shouldFindWhatIsGone() {
        final String less = CONFIG.replace(", adHoc: true", "")
                .replaceFirst("  s: .*\\n", "  z: {database: main, sql: 'DELETE FROM t'}\n");
        assertEquals(
                List.of("(SQL)", "s"),
                List.copyOf(declarations(less).goneSince(BEFORE).keySet()));
    }

    @Test
    void shouldNotDependOnTheOrderOfSets() {
        final LinkedHashSet<Integer> one = new LinkedHashSet<>(List.of(404, 410));
        final LinkedHashSet<Integer> other = new LinkedHashSet<>(List.of(410, 404));
        assertEquals(Fingerprint.of(one), Fingerprint.of(other));
        assertNotEquals(Fingerprint.of(List.of(404, 410)), Fingerprint.of(List.of(410, 404)));
        assertNotEquals(Fingerprint.of("a", "b"), Fingerprint.of("a,b"));
    }

    private static List<String> changed(String config) {
        return List.copyOf(declarations(config).changedSince(BEFORE).keySet());
    }

    private static Declarations declarations(String config) {
        return Declarations.of(GatewayConfig.parse(config, Path.of(""), name -> null));
    }
}
