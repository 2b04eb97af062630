package dev.sluice.service;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;

/** The rules of the layout: dependencies point one way, and the heart knows nothing of what is around it. */
@AnalyzeClasses(packages = "dev.sluice", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule apiKnowsOnlyTheJdk = classes()
            .that()
            .resideInAPackage("dev.sluice.api..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.sluice.api..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule wireKnowsOnlyTheApi = classes()
            .that()
            .resideInAPackage("dev.sluice.internal.wire..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.sluice.internal.wire..", "dev.sluice.api..", "java..");

    @ArchTest
    static final ArchRule chunkIsPure = classes()
            .that()
            .resideInAPackage("dev.sluice.service.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.service.core..",
                    "dev.sluice.internal.wire..",
                    "dev.sluice.internal.text..",
                    "dev.sluice.api..",
                    "org.slf4j..",
                    "java..")
            .andShould()
            .onlyDependOnClassesThat(
                    new com.tngtech.archunit.base.DescribedPredicate<JavaClass>("are no JDBC or HTTP") {
                        @Override
                        public boolean test(JavaClass type) {
                            return !type.getPackageName().startsWith("java.sql")
                                    && !type.getPackageName().startsWith("java.net");
                        }
                    });

    @ArchTest
    static final ArchRule configurationOpensNothing = classes()
            .that()
            .resideInAPackage("dev.sluice.service.config..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "dev.sluice.service.config..",
                            "dev.sluice.api..",
                            "org.yaml.snakeyaml..",
                            "java.io..",
                            "java.lang..",
                            "java.nio..",
                            "java.time..",
                            "java.util..")
                    .or(equivalentTo(URI.class))
                    .or(equivalentTo(URLEncoder.class))
                    .or(equivalentTo(URLDecoder.class)));

    @ArchTest
    static final ArchRule componentIsPure = noClasses()
            .that()
            .haveSimpleName("Gateway")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "net.openhft..", "java.sql..", "java.net..", "dev.sluice.internal.queue..", "com.zaxxer..");

    @ArchTest
    static final ArchRule clientAndQueueDoNotKnowTheService = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.sluice.api..",
                    "dev.sluice.internal.wire..",
                    "dev.sluice.internal.queue..",
                    "dev.sluice.client..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.sluice.service..");

    @ArchTest
    static final ArchRule chronicleStaysWithTheQueues = noClasses()
            .that()
            .resideOutsideOfPackage("dev.sluice.internal.queue..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("net.openhft..");

    /** A client and a gateway know a lane. Whoever looks at a directory that is configured, or loads Chronicle ahead, knows queues. */
    @ArchTest
    static final ArchRule theQueuesAreOneTransport = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.sluice.api..",
                    "dev.sluice.client..",
                    "dev.sluice.internal.client..",
                    "dev.sluice.transport..",
                    "dev.sluice.service..")
            .and()
            .haveNameNotMatching("dev\\.sluice\\.service\\.(Main|RunCommand|check\\.QueuePlace)")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.sluice.internal.queue..");

    @ArchTest
    static final ArchRule transportsKnowMessagesAndNoTransport = classes()
            .that()
            .resideInAPackage("dev.sluice.transport..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.transport..",
                    "dev.sluice.internal.wire..",
                    "dev.sluice.api..",
                    "java..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule jdbcStaysWithTheBackend = noClasses()
            .that()
            .resideOutsideOfPackages("dev.sluice.service.jdbc..", "dev.sluice.testsupport..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "com.zaxxer..", "org.postgresql..", "org.hsqldb..");

    @ArchTest
    static final ArchRule httpStaysWithTheBackend = noClasses()
            .that()
            .resideOutsideOfPackage("dev.sluice.service.rest..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "javax.net..");

    /**
     * A running gateway asks its scanner, which takes every text; the parser is slow to load, and refuses some. Proofs ask it on
     * the backends' threads.
     */
    @ArchTest
    static final ArchRule theSqlParserIsAskedByCheckAndProofsAlone = noClasses()
            .that()
            .haveNameNotMatching("dev\\.sluice\\.service\\.jdbc\\.proof\\.(ParsedText|Conditions).*")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("net.sf.jsqlparser..");

    @ArchTest
    static final ArchRule observingKnowsWhatIsCountedAndNotWhoCounts = noClasses()
            .that()
            .resideInAPackage("dev.sluice.service.admin..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.internal.queue..",
                    "dev.sluice.transport..",
                    "dev.sluice.service.jdbc..",
                    "dev.sluice.service.rest..",
                    "dev.sluice.service.update..");

    @ArchTest
    static final ArchRule serversAndMetricsStayWithObserving = noClasses()
            .that()
            .resideOutsideOfPackages("dev.sluice.service.admin..", "dev.sluice.testsupport..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.sun.net.httpserver..", "io.micrometer..", "io.prometheus..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.sluice.(**)").should().beFreeOfCycles();
}
