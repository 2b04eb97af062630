package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.maven.artifact.versioning.DefaultArtifactVersion;
import org.apache.maven.artifact.versioning.InvalidVersionSpecificationException;
import org.apache.maven.artifact.versioning.VersionRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The libraries we ship, as the build's bill of materials names them, beside the advisories that we know of. Asks nobody. */
class DependenciesTest {

    private static final Path ADVISORIES = Path.of("..", "docs", "advisories.tsv");

    /** The gateway ships what the replay tool does without: what writes the log as JSON. */
    @ParameterizedTest
    @ValueSource(strings = {"target/sbom.json", "../gateway-service/target/sbom.json"})
    void shouldShipNothingThatAnAdvisoryConcerns(Path bill) throws Exception {
        assumeTrue(Files.exists(bill), "Maven makes the bill of materials, and this is no build of Maven's");
        final Map<String, String> shipped = shipped(bill);
        assertTrue(shipped.containsKey("net.openhft:chronicle-queue"), "no bill of ours: " + shipped.keySet());
        assertEquals(List.of(), concerned(shipped));
    }

    @Test
    void shouldNameTheAdvisoryWhenAReleaseIsConcerned() throws Exception {
        assertEquals(
                List.of("GHSA-72hv-8253-57qq concerns com.fasterxml.jackson.core:jackson-core 2.21.0"),
                concerned(Map.of("com.fasterxml.jackson.core:jackson-core", "2.21.0")).stream()
                        .filter(line -> line.startsWith("GHSA-72hv"))
                        .toList());
    }

    private static Map<String, String> shipped(Path bill) throws IOException {
        final Map<String, String> shipped = new TreeMap<>();
        for (final JsonNode component :
                new ObjectMapper().readTree(bill.toFile()).get("components")) {
            shipped.put(
                    component.get("group").asText() + ":"
                            + component.get("name").asText(),
                    component.get("version").asText());
        }
        return shipped;
    }

    private static List<String> concerned(Map<String, String> shipped)
            throws IOException, InvalidVersionSpecificationException {
        final List<String> concerned = new ArrayList<>();
        for (final String line : Files.readAllLines(ADVISORIES)) {
            if (line.startsWith("#")) {
                continue;
            }
            final String[] advisory = line.split("\t");
            final String version = shipped.get(advisory[1]);
            if (version != null
                    && VersionRange.createFromVersionSpec(advisory[2])
                            .containsVersion(new DefaultArtifactVersion(version))) {
                concerned.add(advisory[0] + " concerns " + advisory[1] + " " + version);
            }
        }
        return concerned;
    }
}
