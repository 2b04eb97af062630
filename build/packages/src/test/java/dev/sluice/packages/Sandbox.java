package dev.sluice.packages;

import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * A root of the file system that is this machine's with other directories laid over it, in a mount namespace that ends with
 * its process: a container's root file system where there is no engine, with this machine as the base image.
 */
record Sandbox(Path root, String mounts) {

    /** Makes one to be read, with the files of that directory on top. */
    static Sandbox readOnly(Path directory, Path files) throws IOException {
        final Path root = Files.createDirectories(directory.resolve("root"));
        // An overlay does not take a directory that is below another one of its own: the files are copied out of this
        // machine's.
        return make(
                root,
                "mount -t tmpfs tmpfs " + root + "; mkdir " + root + "/files; cp -a " + files + "/. " + root
                        + "/files\n",
                "lowerdir=" + root + "/files:/");
    }

    /** Makes one to be written to, which leaves this machine's files alone, with a file in its first directory. */
    static Sandbox writable(Path directory, Path file) throws IOException {
        final Path written = Files.createDirectories(directory.resolve("written"));
        final Path work = Files.createDirectories(directory.resolve("work"));
        Files.copy(file, written.resolve(file.getFileName()));
        return make(
                Files.createDirectories(directory.resolve("root")),
                "",
                "lowerdir=/,upperdir=" + written + ",workdir=" + work);
    }

    private static Sandbox make(Path root, String before, String options) {
        return new Sandbox(root, before + "mount -t overlay overlay -o '" + options + "' " + root + "\n")
                .bound("/proc", "/proc")
                .bound("/dev", "/dev")
                .with("mount -t tmpfs tmpfs " + root + "/tmp\n");
    }

    /** Has a directory of this machine at a place that exists in the root. */
    Sandbox bound(String from, String at) {
        return with("mount --rbind " + from + " " + root + at + "\n");
    }

    private Sandbox with(String mount) {
        return new Sandbox(root, mounts + mount);
    }

    /** Returns the command that runs a script there, as that user and group; its environment is that one. */
    List<String> command(String user, Map<String, String> environment, String script) {
        final List<String> command = new ArrayList<>(List.of(
                "unshare",
                "-m",
                "sh",
                "-ec",
                mounts + "exec chroot --userspec=" + user + " --groups= " + root + " \"$@\"",
                "sh"));
        command.addAll(List.of("env", "-i"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of("sh", "-ec", script));
        return command;
    }

    /** Skips a test where mounts are not allowed, or only root may ask for them. */
    static void assumePossible(Path directory) throws IOException, InterruptedException {
        final Child tried = Ran.of(
                directory,
                Map.of("PATH", System.getenv("PATH")),
                writable(Files.createTempDirectory(directory, "tried"), Path.of("pom.xml"))
                        .command("0:0", Map.of("PATH", "/bin"), "true"));
        Assumptions.assumeTrue(
                tried.status() == 0, "no root, or no overlays and mount namespaces here: " + tried.said());
    }
}
