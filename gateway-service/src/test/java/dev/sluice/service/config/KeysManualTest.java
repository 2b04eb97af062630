package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.Keys.Key;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The keys in docs/reference/configuration.md are those that the readers take, described by themselves. */
class KeysManualTest {

    private static final Path MANUAL = Path.of("../docs/reference/configuration.md");
    private static final String BEGIN = "<!-- keys: generated from the readers' own, see below -->\n";
    private static final String END = "<!-- /keys -->";
    /** Writes that part of the manual anew instead of comparing it. */
    private static final String UPDATE = "sluice.docs.update";

    static Stream<Arguments> keys() {
        return DocumentedKeys.PARTS.stream()
                .flatMap(part ->
                        part.keys().stream().map(key -> Arguments.of(part.path() + "." + key.name(), part, key)));
    }

    @Test
    void shouldDescribeEveryKeyAsItsReaderDoes() throws IOException {
        final String text = Files.readString(MANUAL);
        final int begin = text.indexOf(BEGIN) + BEGIN.length();
        final int end = text.indexOf(END);
        assertTrue(begin >= BEGIN.length() && end >= begin, "the marks are gone");
        if (Boolean.getBoolean(UPDATE)) {
            Files.writeString(MANUAL, text.substring(0, begin) + DocumentedKeys.manual() + text.substring(end));
            return;
        }
        assertEquals(
                DocumentedKeys.manual(),
                text.substring(begin, end),
                "docs/reference/configuration.md is out of date: run 'mvn -pl gateway-service -am test -Dtest=KeysManualTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -D" + UPDATE + "=true'");
    }

    /** Whatever is declared as a key in this package. */
    @Test
    void shouldLeaveOutNoKeyThatAReaderHas() throws Exception {
        final Set<String> left = new TreeSet<>();
        int seen = 0;
        for (final Class<?> type : classes()) {
            for (final Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == Key.class) {
                    field.setAccessible(true);
                    final Key<?> key = (Key<?>) field.get(null);
                    seen++;
                    if (DocumentedKeys.PARTS.stream()
                            .noneMatch(part -> part.keys().stream().anyMatch(known -> known == key))) {
                        left.add(type.getSimpleName() + ": " + key.name());
                    }
                }
            }
        }
        assertTrue(seen > 60, seen + " keys");
        assertEquals(Set.of(), left);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void shouldBeTakenByItsReaderWhenAKeyIsDescribed(String path, DocumentedKeys.Part part, Key<?> key) {
        assertFalse(problems(part, key.name()).contains("unknown key"), () -> problems(part, key.name()));
    }

    static Stream<DocumentedKeys.Part> parts() {
        return DocumentedKeys.PARTS.stream();
    }

    @ParameterizedTest
    @MethodSource("parts")
    void shouldBeRefusedWhenAKeyIsNotDescribed(DocumentedKeys.Part part) {
        assertTrue(problems(part, "zzzz").contains("unknown key"), () -> problems(part, "zzzz"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void shouldSayWhatItIsForAndHowItIsWritten(String path, DocumentedKeys.Part part, Key<?> key) {
        assertTrue(key.about().endsWith(".") && key.about().length() > 15, key.about());
        assertFalse(key.format().expects().isBlank());
        assertFalse(key.whenLeftOut().isBlank());
    }

    /** What is wrong with a configuration that has that key, with a value that is none of any. */
    private static String problems(DocumentedKeys.Part part, String key) {
        final boolean first = part.least().contains("{%s}") || part.least().endsWith("\n%s");
        final String written = (first ? "" : ", ") + key + ": [[]]";
        final String yaml = part.least().formatted(written);
        return assertThrows(ConfigException.class, () -> GatewayConfig.parse(yaml, Path.of(""), name -> null), yaml)
                .getMessage();
    }

    private static List<Class<?>> classes() throws IOException, URISyntaxException, ClassNotFoundException {
        final Path compiled = Path.of(
                        GatewayConfig.class.getResource("GatewayConfig.class").toURI())
                .getParent();
        final List<Class<?>> classes = new ArrayList<>();
        try (Stream<Path> files = Files.list(compiled)) {
            for (final Path file :
                    files.filter(some -> some.toString().endsWith(".class")).toList()) {
                classes.add(Class.forName(GatewayConfig.class.getPackageName() + "."
                        + file.getFileName().toString().replace(".class", "")));
            }
        }
        return classes;
    }
}
