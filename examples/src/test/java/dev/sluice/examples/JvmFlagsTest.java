package dev.sluice.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** The options of the JDK that Chronicle needs are written down for three kinds of start, and must be equal in each. */
class JvmFlagsTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    void shouldListTheSamePackagesWhenAJobEmbedsTheClientAsWhenTestsRun() throws Exception {
        final Set<String> arguments = flags("config/sluice.args");
        assertFalse(arguments.isEmpty());
        assertEquals(
                arguments,
                new TreeSet<>(List.of(property("sluice.jvm.internals").split(" "))));
        assertEquals(arguments, asFlags(property("sluice.exports"), property("sluice.opens")));
    }

    @Test
    void shouldListTheSameFlagsOfNewerReleasesWhenAJobEmbedsTheClientAsWhenTestsRun() throws Exception {
        final String newer = property("sluice.jvm.newer");
        assertEquals(flags("config/sluice-25.args"), new TreeSet<>(List.of(newer.split(" "))));
    }

    @Test
    void shouldListTheSamePackagesInTheManifestWhenTheGatewayRunsAsAJar() throws Exception {
        final Path gateway = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().matches("sluice-gateway.*\\.jar"))
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(gateway != null, "the gateway is no jar yet: run this with mvn verify");
        try (JarFile jar = new JarFile(gateway.toFile())) {
            final Attributes manifest = jar.getManifest().getMainAttributes();
            assertEquals(
                    flags("config/sluice.args"),
                    asFlags(manifest.getValue("Add-Exports"), manifest.getValue("Add-Opens")));
            assertEquals("ALL-UNNAMED", manifest.getValue("Enable-Native-Access"));
            assertEquals("dev.sluice.service.Main", manifest.getValue("Main-Class"));
        }
    }

    private static Set<String> asFlags(String exports, String opens) {
        return Stream.concat(
                        Stream.of(exports.split(" ")).map(name -> "--add-exports=" + name + "=ALL-UNNAMED"),
                        Stream.of(opens.split(" ")).map(name -> "--add-opens=" + name + "=ALL-UNNAMED"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> flags(String file) throws IOException {
        try (Stream<String> lines = Files.lines(ROOT.resolve(file))) {
            return lines.filter(line -> !line.startsWith("#")).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** The last value: profiles are after the defaults in the file. */
    private static String property(String name) throws Exception {
        final Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve("pom.xml").toFile());
        final var values = pom.getElementsByTagName(name);
        return values.item(values.getLength() - 1).getTextContent();
    }
}
