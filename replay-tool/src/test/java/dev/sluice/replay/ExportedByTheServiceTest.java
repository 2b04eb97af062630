package dev.sluice.replay;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tool uses of the service what the service has for others, by name. */
class ExportedByTheServiceTest {

    private static final String SERVICE = "dev.sluice.service.";

    /** Packages end with a point, classes do not. */
    private static final List<String> EXPORTED = List.of(
            // configurations
            "config.",
            "check.BackendReview",
            // a gateway in this process, and its log
            "GatewayProgram",
            "GatewayCounts",
            "log.",
            // the checkpoint's view
            "jdbc.probe.CheckpointView",
            "jdbc.connect.UnreachableException",
            "update.CheckpointTable",
            "update.KeptCheckpoint",
            "core.Outcome",
            // what a gateway keeps beside the queues
            "pending.",
            "core.schedule.BackendState",
            "core.Notes");

    private static final JavaClasses TOOL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sluice.replay");

    private static boolean isHidden(JavaClass type) {
        final String name = type.getName();
        return name.startsWith(SERVICE) && EXPORTED.stream().noneMatch(each -> isOf(name, SERVICE + each));
    }

    private static boolean isOf(String name, String exported) {
        return exported.endsWith(".")
                ? name.startsWith(exported)
                : name.equals(exported) || name.startsWith(exported + "$");
    }

    @Test
    void shouldUseOfTheServiceOnlyWhatItExports() {
        noClasses()
                .should()
                .dependOnClassesThat(describe("the service keeps to itself", ExportedByTheServiceTest::isHidden))
                .check(TOOL);
    }

    @Test
    void shouldUseWhatIsExported() {
        for (final String each : EXPORTED) {
            assertTrue(
                    TOOL.stream()
                            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                            .anyMatch(dependency ->
                                    isOf(dependency.getTargetClass().getName(), SERVICE + each)),
                    each);
        }
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching("dev.sluice.(**)").should().beFreeOfCycles().check(TOOL);
    }
}
