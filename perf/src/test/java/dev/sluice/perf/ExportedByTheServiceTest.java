package dev.sluice.perf;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The other modules use of the service what it has for them, by name. */
class ExportedByTheServiceTest {

    private static final String SERVICE = "dev.sluice.service.";

    /** What the service has for others. Packages end with a point, classes do not. */
    private enum Export {
        CONFIGURATION("config.", "check.BackendReview"),
        GATEWAY_IN_THIS_PROCESS(
                "GatewayProgram", "core.GatewayCounts", "jdbc.connect.Product$MissingDriverException", "log."),
        GATEWAY_IN_A_PROCESS_OF_ITS_OWN("Main"),
        GATEWAY_IN_THE_PROCESS_OF_A_JOB("EmbeddedGateway"),
        VIEW_OF_THE_CHECKPOINT(
                "jdbc.probe.CheckpointView",
                "jdbc.connect.Look$UnreachableException",
                "update.CheckpointTable",
                "update.KeptCheckpoint",
                "core.Outcome"),
        /** Looks at queues: the gateway's page shows them, too. */
        LOOKS("look."),
        REQUESTS_WITH_THEIR_RESULTS("exchange."),
        KEPT_BESIDE_THE_QUEUES("pending."),
        CONTROL("control."),
        FORMER_WORDS("FormerWords"),
        /** For who puts the component between a source, backends and a sink of another kind. */
        COMPONENT("Gateway", "GatewaySettings", "core."),
        UPDATES("update."),
        SCRIPTS("jdbc.connect.InitScript", "jdbc.sql.SqlSyntax"),
        CACHES("cache.LookupCaches", "config.CacheConfig"),
        COMPONENT_BETWEEN_QUEUES("IdleStrategy", "QueueSource", "QueueSink");

        private final List<String> names;

        Export(String... names) {
            this.names = Stream.of(names).map(SERVICE::concat).toList();
        }

        boolean has(String type) {
            return names.stream().anyMatch(name -> isOf(type, name));
        }

        private static boolean isOf(String type, String name) {
            return name.endsWith(".") ? type.startsWith(name) : type.equals(name) || type.startsWith(name + "$");
        }
    }

    private enum Module {
        REPLAY_TOOL(
                dev.sluice.replay.Main.class,
                Export.CONFIGURATION,
                Export.GATEWAY_IN_THIS_PROCESS,
                Export.VIEW_OF_THE_CHECKPOINT,
                Export.LOOKS,
                Export.REQUESTS_WITH_THEIR_RESULTS,
                Export.KEPT_BESIDE_THE_QUEUES,
                Export.FORMER_WORDS),
        EXAMPLES(dev.sluice.examples.Main.class, Export.GATEWAY_IN_A_PROCESS_OF_ITS_OWN),
        /** The simulation is the component in a world of its own. */
        FAULTS(
                dev.sluice.faults.Main.class,
                Export.GATEWAY_IN_A_PROCESS_OF_ITS_OWN,
                Export.GATEWAY_IN_THE_PROCESS_OF_A_JOB,
                Export.COMPONENT,
                Export.CONTROL,
                Export.FORMER_WORDS,
                Export.UPDATES,
                Export.CACHES),
        TESTING(
                dev.sluice.testing.SluiceExtension.class,
                Export.CONFIGURATION,
                Export.SCRIPTS,
                Export.REQUESTS_WITH_THEIR_RESULTS,
                Export.GATEWAY_IN_THIS_PROCESS,
                Export.COMPONENT,
                Export.COMPONENT_BETWEEN_QUEUES),
        PERF(
                Main.class,
                Export.CONFIGURATION,
                Export.FORMER_WORDS,
                Export.GATEWAY_IN_THIS_PROCESS,
                Export.GATEWAY_IN_THE_PROCESS_OF_A_JOB,
                Export.COMPONENT,
                Export.COMPONENT_BETWEEN_QUEUES);

        private final JavaClasses classes;
        private final List<Export> exports;

        Module(Class<?> main, Export... exports) {
            this.classes = new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackagesOf(main);
            this.exports = List.of(exports);
        }

        boolean mayNotUse(JavaClass type) {
            return type.getName().startsWith(SERVICE)
                    && exports.stream().noneMatch(export -> export.has(type.getName()));
        }

        boolean uses(String name) {
            return classes.stream()
                    .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                    .anyMatch(use -> Export.isOf(use.getTargetClass().getName(), name));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldUseOfTheServiceOnlyWhatItExports(Module module) {
        noClasses()
                .should()
                .dependOnClassesThat(describe("the service keeps to itself", module::mayNotUse))
                .check(module.classes);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeUsedWhenItIsExported(Export export) {
        for (final String name : export.names) {
            assertTrue(
                    Stream.of(Module.values())
                            .filter(module -> module.exports.contains(export))
                            .anyMatch(module -> module.uses(name)),
                    name);
        }
    }

    /** Who opens Chronicle's pair where it lies, and the commands that repair it. All else knows a lane. */
    private static final Set<String> NAME_THE_PAIR = Set.of(
            "dev.sluice.replay.QueuesOption", "dev.sluice.replay.act.Resumption", "dev.sluice.faults.kill.Queues");

    @Test
    void shouldNameChroniclesPairOnlyWhereItIsOpenedOrRepaired() {
        final Set<String> found = new TreeSet<>();
        for (final Module module : Module.values()) {
            module.classes.stream()
                    .filter(type -> type.getDirectDependenciesFromSelf().stream()
                            .anyMatch(use ->
                                    use.getTargetClass().getName().equals("dev.sluice.internal.queue.QueuePair")))
                    .forEach(type -> found.add(type.getName().replaceFirst("\\$.*", "")));
        }
        found.removeIf(name -> name.startsWith("dev.sluice.internal.queue."));
        assertEquals(new TreeSet<>(NAME_THE_PAIR), found);
    }
}
