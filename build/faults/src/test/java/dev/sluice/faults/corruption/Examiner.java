package dev.sluice.faults.corruption;

import dev.sluice.faults.corruption.Examination.Expected;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** A process that examines damaged copies, one after another: it may hang or crash, and the test goes on. */
public final class Examiner {

    private Examiner() {}

    /** Takes lines of an original's name, what is missing, and a copy's path; an undamaged copy first of all. */
    public static void main(String[] args) throws IOException {
        final Map<Original, Expected> expected = new EnumMap<>(Original.class);
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            final String[] words = line.split(" ", 3);
            final Original original = Original.valueOf(words[0]);
            final Path copy = Path.of(words[2]);
            final String said;
            if (expected.containsKey(original)) {
                said = Examination.of(copy, Boolean.parseBoolean(words[1]), expected.get(original));
            } else {
                expected.put(original, Expected.of(copy));
                said = "known";
            }
            System.out.println(ExaminerProcess.SAID + said.replaceAll("\\R", " | "));
            System.out.flush();
        }
    }
}
