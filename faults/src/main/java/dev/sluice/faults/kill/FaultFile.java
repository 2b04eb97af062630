package dev.sluice.faults.kill;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a process is to stop, and the file that says it has.
 *
 * @param point the fault point with how many times it is reached, as {@code name:nth}; empty for none
 * @param file made by the process when it is there
 */
public record FaultFile(String point, Path file) {

    /** The options of its JVM. */
    public List<String> options() {
        return point.isEmpty() ? List.of() : List.of("-Dsluice.faultPoint=" + point, "-Dsluice.faultFile=" + file);
    }

    public boolean exists() {
        return !point.isEmpty() && new File(file.toString()).exists();
    }

    public void clear() throws IOException {
        Files.deleteIfExists(file);
    }
}
