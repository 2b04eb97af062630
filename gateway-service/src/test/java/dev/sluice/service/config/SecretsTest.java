package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Secrets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {

    private static Secrets of(String... secrets) {
        return Secrets.of(List.of(secrets).stream().map(Secret::new).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "Basic Ym9iOmNhbmFyeS00NzEx!, Basic ***!",
        "Basic Ym9iOmNhbmFyeS00NzEx==., Basic ***.",
        "key=canary-4711&x=1, key=***&x=1",
        "canary-4711canary-4711, ***",
        "canary-471, canary-471"
    })
    void shouldMaskTheWholeOfWhatIsFound(String text, String masked) {
        assertEquals(masked, of("canary-4711").masked(text));
    }

    @Test
    void shouldMaskAShortSecretOnlyWhereItIsAWord() {
        assertEquals(
                "a table of *** (***)", of("sa").masked("a table of sa (sa)").replace("usable", ""));
        assertEquals("usable", of("sa").masked("usable"));
    }

    @Test
    void shouldPutEverythingInOneLineWithoutControlCharacters() {
        assertEquals("one two three", Secrets.NONE.quoted("\r\n one\n\ttwo \u0000\u001b three\n", 200));
        assertEquals("größer 🙂", Secrets.NONE.quoted("größer 🙂", 8));
        assertEquals("a b", Secrets.NONE.quoted("a\ud83db", 200));
    }

    @Test
    void shouldShowTheBeginningOfWhatIsLong() {
        assertEquals("x".repeat(200) + "…", Secrets.NONE.quoted("x".repeat(201), 200));
        assertEquals("x".repeat(200), Secrets.NONE.quoted("x".repeat(200), 200));
        assertEquals("…", Secrets.NONE.quoted(" ".repeat(100_000) + "x", 200));
    }

    @Test
    void shouldShowNoPartOfASecretWhereATextIsCutOrEnds() {
        final String secret = "canary-4711-of-the-others";
        final Secrets secrets = of(secret);
        for (final int cut : new int[] {0, 1, 200, 64 << 10}) {
            IntStream.rangeClosed(Math.max(0, cut - secret.length() - 1), cut + 1)
                    .forEach(before -> {
                        for (final String filler : List.of("x", " ")) {
                            final String shown =
                                    secrets.quoted(filler.repeat(before) + secret + "!".repeat(100_000), cut);
                            assertFalse(shown.contains("can") || shown.contains("others"), before + ": " + shown);
                        }
                    });
        }
    }

    @Test
    void shouldKnowTheLastOfWhatCameLater() {
        final Secrets secrets = of("fixed-1");
        IntStream.range(0, 20).forEach(i -> secrets.add(new Secret("token-" + (100 + i))));
        assertEquals("***, token-100, ***, ***", secrets.masked("fixed-1, token-100, token-118, token-119"));
    }
}
