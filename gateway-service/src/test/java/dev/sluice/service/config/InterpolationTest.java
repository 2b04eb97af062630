package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterpolationTest {

    private static final Map<String, String> ENV =
            Map.of("USER_NAME", "batch", "LIMIT", "7", "EMPTY", "", "ODD", "${USER_NAME}$1");

    @ParameterizedTest
    @CsvSource({
        "${USER_NAME}, batch",
        "${USER_NAME:other}, batch",
        "${MISSING:other}, other",
        "${MISSING:}, ''",
        "${MISSING:a:b}, a:b",
        "${EMPTY:other}, ''",
        "x-${USER_NAME}-${LIMIT}, x-batch-7",
        "${ODD}, ${USER_NAME}$1",
        "$USER_NAME $$, $USER_NAME $$",
    })
    void shouldReplaceVariablesWhenAValueNamesThem(String written, String user) {
        final String yaml = Yaml.LEAST + "    user: '" + written + "'";

        assertEquals(user, Yaml.parse(yaml, ENV).databases().get("main").user());
    }

    @Test
    void shouldReadNumbersAndFlagsWhenTheyComeFromOutside() {
        final GatewayConfig config =
                Yaml.parse(Yaml.LEAST + "    adHoc: ${AD_HOC:true}\nchunk:\n  limit: ${LIMIT}\n", ENV);

        assertEquals(7, config.chunk().limit());
        assertTrue(config.databases().get("main").adHoc().allowed());
    }

    @Test
    void shouldTakeAFilesContentWithoutTheSpaceAroundItWhenAValueNamesAFile(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("secret"), " pass word\n\n");
        final String yaml =
                Yaml.LEAST + "    password: ${file:secret}\n    user: ${file:" + dir.resolve("secret") + "}";

        final DatabaseConfig main =
                GatewayConfig.parse(yaml, dir, name -> null).databases().get("main");

        assertEquals(new Secret("pass word"), main.password());
        assertEquals("pass word", main.user());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${MISSING} | the environment variable MISSING is not set;"
                        + " set it or give a default, ${MISSING:default}",
                "${}        | what is between '${' and '}' is neither NAME, NAME:default, file:path nor config.dir",
                "${a b:c}   | what is between '${' and '}' is neither NAME, NAME:default, file:path nor config.dir",
                "x${LIMIT   | a '${' has no '}'. If the value really contains '${', put it into a file, and refer to"
                        + " the file with ${file:path}",
                "${file:no} | cannot read the file 'no': there is no such file",
            },
            quoteCharacter = '`')
    void shouldSayWhatIsMissingWhenAReferenceHasNothingBehindIt(String written, String problem) {
        final String yaml = Yaml.LEAST + "    user: \"" + written + "\"";

        assertEquals(List.of("4:11 databases.main.user: " + problem), Yaml.problems(yaml, ENV));
    }

    @Test
    void shouldRefuseASecretFileWhenItIsTooLarge(@TempDir Path dir) throws Exception {
        Files.write(dir.resolve("large"), new byte[64 * 1024 + 1]);

        final ConfigException e = assertThrows(
                ConfigException.class,
                () -> GatewayConfig.parse(Yaml.LEAST + "    user: ${file:large}", dir, name -> null));

        assertTrue(e.getMessage().endsWith("cannot read the file 'large': it has more than 64KB"), e::getMessage);
    }

    @Test
    void shouldRefuseASecretFileWhenItIsNotText(@TempDir Path dir) throws Exception {
        Files.write(dir.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});

        final ConfigException e = assertThrows(
                ConfigException.class,
                () -> GatewayConfig.parse(Yaml.LEAST + "    user: ${file:binary}", dir, name -> null));

        assertTrue(e.getMessage().endsWith("cannot read the file 'binary': it is not UTF-8 text"), e::getMessage);
    }
}
