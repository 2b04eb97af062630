package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The files for Kubernetes agree with each other, with the image and with the gateway's configuration. */
class KubernetesTest {

    private static final Path ROOT = Path.of("..");
    private static final Path FILES = ROOT.resolve("config/kubernetes");
    private static final Pattern PROBED = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)(/\\S+)");

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "lanes"})
    void shouldRunAConfigurationThatIsRightWithTheVariablesThatItsPodHas(String overlay) throws IOException {
        final Set<String> variables = new TreeSet<>();
        containers(overlay)
                .forEach(container -> container
                        .path("env")
                        .forEach(variable -> variables.add(variable.get("name").textValue())));
        final GatewayConfig config = GatewayConfig.load(
                FILES.resolve(overlay).resolve("gateway.yaml"),
                name -> variables.contains(name) ? "some" : null,
                DeclarationReview.NONE);
        assertTrue(config.health().isPresent(), "the probes ask for its health");
        for (final String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            final Matcher asked = PROBED.matcher(base().at("/spec/template/spec/containers/0/" + probe)
                    .toString()
                    .replace("\"", " "));
            assertTrue(asked.find(), probe);
            assertEquals(config.health().orElseThrow().port(), Integer.parseInt(asked.group(1)), probe);
            assertTrue(
                    List.of("/health/started", "/health/live", "/health/ready").contains(asked.group(2)), asked::group);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "lanes"})
    void shouldMountWhatThereIsWhereTheGatewayLooksForIt(String overlay) throws IOException {
        final Set<String> volumes = new TreeSet<>();
        final Set<String> mounted = new TreeSet<>();
        final Set<String> places = new TreeSet<>();
        for (final JsonNode set : List.of(base(), patch(overlay))) {
            set.at("/spec/template/spec/volumes")
                    .forEach(volume -> volumes.add(volume.get("name").textValue()));
            set.at("/spec/volumeClaimTemplates")
                    .forEach(claim -> volumes.add(claim.at("/metadata/name").textValue()));
        }
        containers(overlay)
                .forEach(container -> container.path("volumeMounts").forEach(mount -> {
                    mounted.add(mount.get("name").textValue());
                    places.add(mount.get("mountPath").textValue());
                }));
        assertEquals(volumes, mounted);
        assertEquals(Set.of("/etc/sluice", "/tmp", "/var/lib/sluice"), places);
        assertEquals(
                "/etc/sluice/gateway.yaml",
                base().at("/spec/template/spec/containers/0/args/2").textValue());
        final JsonNode kustomization = read(FILES.resolve(overlay).resolve("kustomization.yaml"));
        assertEquals(
                base().at("/spec/template/spec/volumes/0/configMap/name"),
                kustomization.at("/configMapGenerator/0/name"));
        assertTrue(
                Files.readString(ROOT.resolve("CHANGELOG.md"))
                        .contains(
                                "\n## [" + kustomization.at("/images/0/newTag").textValue() + "] - "),
                "the image's tag is a version of the changelog");
        for (final String list : List.of("/resources", "/patches", "/configMapGenerator/0/files")) {
            kustomization.at(list).forEach(entry -> {
                final Path file =
                        FILES.resolve(overlay).resolve(entry.path("path").asText(entry.asText()));
                assertTrue(Files.exists(file), file::toString);
            });
        }
    }

    @Test
    void shouldRunAsTheUserOfTheImageWhoMayWriteToNothingButItsVolumes() throws IOException {
        final JsonNode pod = base().at("/spec/template/spec");
        assertTrue(
                Files.readString(ROOT.resolve("config/Containerfile"))
                        .contains("\nUSER " + pod.at("/securityContext/runAsUser") + ":"
                                + pod.at("/securityContext/runAsGroup") + "\n"),
                pod::toString);
        assertEquals(pod.at("/securityContext/runAsGroup"), pod.at("/securityContext/fsGroup"));
        final JsonNode gateway = pod.at("/containers/0/securityContext");
        assertTrue(gateway.at("/readOnlyRootFilesystem").booleanValue());
        assertEquals("[\"ALL\"]", gateway.at("/capabilities/drop").toString());
    }

    @Test
    void shouldHaveNoMoreMembersThanLanes() throws IOException {
        final JsonNode lanes = read(FILES.resolve("lanes/gateway.yaml"));
        assertTrue(
                patch("lanes").at("/spec/replicas").intValue()
                        <= lanes.at("/queues/lanes").intValue(),
                lanes::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "lanes"})
    void shouldBeBuiltByKubectl(String overlay) throws IOException, InterruptedException {
        final String built;
        try {
            built = Program.of("kubectl", "kustomize", FILES.resolve(overlay).toString())
                    .start()
                    .expectEnd(0);
        } catch (final IOException e) {
            Assumptions.abort("there is no kubectl on the PATH");
            return;
        }
        final List<String> kinds = new ArrayList<>();
        new Yaml()
                .loadAll(built)
                .forEach(part -> kinds.add(
                        new ObjectMapper().valueToTree(part).path("kind").asText()));
        final Stream<String> expected = Stream.of("ConfigMap", "Service", "StatefulSet");
        assertEquals(
                (overlay.equals("lanes") ? Stream.concat(expected, Stream.of("PodDisruptionBudget")) : expected)
                        .collect(Collectors.toSet()),
                Set.copyOf(kinds));
    }

    private static List<JsonNode> containers(String overlay) throws IOException {
        return List.of(
                base().at("/spec/template/spec/containers/0"), patch(overlay).at("/spec/template/spec/containers/0"));
    }

    private static JsonNode base() throws IOException {
        return read(FILES.resolve("base/statefulset.yaml"));
    }

    private static JsonNode patch(String overlay) throws IOException {
        return read(FILES.resolve(overlay).resolve(overlay.equals("lanes") ? "members.yaml" : "queues.yaml"));
    }

    private static JsonNode read(Path file) throws IOException {
        return new ObjectMapper().valueToTree(new Yaml().load(Files.readString(file)));
    }
}
