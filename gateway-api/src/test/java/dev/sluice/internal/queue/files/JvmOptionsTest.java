package dev.sluice.internal.queue.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmOptionsTest {

    private static final List<String> MISSING = List.of(
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED");
    private static final String LINE = String.join(" ", MISSING);

    @TempDir
    Path root;

    @ParameterizedTest
    @CsvSource({
        "surefire.test.class.path, target/classes, <argLine>LINE</argLine>",
        "java.class.path, /tmp/surefirebooter123.jar, <argLine>LINE</argLine>",
        "org.gradle.test.worker, 1, test { jvmArgs '",
        "java.class.path, lib/idea_rt.jar, VM options of its run configuration:",
        "sun.java.command, org.eclipse.jdt.internal.junit.runner.RemoteTestRunner, VM options of its run configuration:",
        "sun.java.command, letters.jar 2026-11-22, Add-Opens: java.base/java.lang"
    })
    void shouldSayWhereToWriteThemWhenTheJvmIsStartedByATool(String property, String value, String said) {
        final String message = message(Map.of(property, value), Map.of());
        assertTrue(message.contains(said.replace("LINE", LINE)), message);
        MISSING.forEach(option -> assertTrue(message.contains("\n  " + option), message));
    }

    @Test
    void shouldNameTheEnvironmentWhenTheJvmRunsInAContainer() throws IOException {
        final String variable = "JAVA_TOOL_OPTIONS=\"" + LINE + "\"";
        assertTrue(
                message(Map.of(), Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")).endsWith(variable));
        Files.createFile(root.resolve(".dockerenv"));
        assertTrue(message(Map.of(), Map.of()).endsWith(variable));
    }

    @Test
    void shouldListTheLinesOnlyWhenJavaWasStartedByHand() {
        final String message =
                message(Map.of("java.class.path", "a.jar:b", "sun.java.command", "letters.Job 1"), Map.of());
        assertTrue(message.contains("'java @config/sluice.args ...'"), message);
        assertEquals(1 + MISSING.size(), message.lines().count());
    }

    private String message(Map<String, String> properties, Map<String, String> environment) {
        return JvmOptions.message(MISSING, properties::get, environment, root);
    }
}
