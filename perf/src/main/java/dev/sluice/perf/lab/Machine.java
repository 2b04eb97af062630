package dev.sluice.perf.lab;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Describes the machine, the operating system and the software versions on which figures were measured. */
public final class Machine {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** The machine, the operating system, Java, and the versions of the measured software. */
    static Map<String, String> conditions() {
        final long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        final Map<String, String> conditions = new LinkedHashMap<>();
        conditions.put("measured", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        conditions.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " cores" + cpu() + ", " + Math.round(memory / 1e9)
                        + " GB");
        conditions.put("system", properties("os.name", "os.version", "os.arch"));
        conditions.put("java", properties("java.vm.name", "java.vm.version"));
        conditions.put(
                "versions",
                "Sluice " + version(Machine.class) + ", Chronicle Queue " + chronicleVersion() + ", HSQLDB "
                        + version(org.hsqldb.jdbc.JDBCDriver.class) + ", PostgreSQL JDBC "
                        + version(org.postgresql.Driver.class));
        return conditions;
    }

    private static String properties(String... names) {
        return String.join(" ", Stream.of(names).map(System::getProperty).toList());
    }

    /** Returns the version from the manifest of the class's jar. */
    public static String version(Class<?> type) {
        return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("unknown");
    }

    /** Reads Chronicle's version from a Maven file in its jar, because the manifest does not contain it. */
    private static String chronicleVersion() {
        final Properties properties = new Properties();
        try (InputStream file = net.openhft.chronicle.queue.ChronicleQueue.class.getResourceAsStream(
                "/META-INF/maven/net.openhft/chronicle-queue/pom.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> " of " + line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (final IOException e) {
            return ""; // the file exists only on Linux
        }
    }
}
