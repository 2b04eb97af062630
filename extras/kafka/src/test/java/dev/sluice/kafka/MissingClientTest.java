package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.transport.Transports;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The class path of a job without Kafka's client. */
class MissingClientTest {

    @Test
    void shouldNameTheJarAndItsPlaceWhenOnlyTheClientIsMissing() throws Exception {
        final String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        final URL[] without = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(path -> !path.contains("kafka-clients"))
                .map(MissingClientTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(without, ClassLoader.getPlatformClassLoader())) {
            final Method of = loader.loadClass(Transports.class.getName()).getMethod("of", String.class);
            final Throwable refused = assertThrows(
                            InvocationTargetException.class, () -> of.invoke(null, "kafka:night?bootstrap=localhost:1"))
                    .getCause();
            assertEquals("QueueException", refused.getClass().getSimpleName());
            assertTrue(
                    refused.getMessage()
                            .startsWith("no transport accepts the address kafka:night?bootstrap=localhost:1: the jar of"
                                    + " sluice-kafka is here, and that of kafka-clients is missing; put it into lib/"),
                    refused.getMessage());
        }
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (final MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
