package dev.sluice.internal.client.run;

import java.util.regex.Pattern;

/**
 * Which run of which job.
 *
 * @param job the job's name
 * @param run what tells this run from the others, such as the day that it is for
 */
public record RunName(String job, String run) {

    private static final Pattern PART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final char BETWEEN = '@';

    public RunName {
        check("job", job);
        check("run", run);
    }

    private static void check(String what, String text) {
        if (!PART.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "' is no name for a " + what
                    + ": use up to 63 letters, digits, '.', '_' and '-', the first a letter or a digit");
        }
    }

    public static RunName parse(String text) {
        final int between = text.indexOf(BETWEEN);
        if (between < 0) {
            throw new IllegalArgumentException("'" + text + "' is no run of a job: it is written as job@run");
        }
        return new RunName(text.substring(0, between), text.substring(between + 1));
    }

    /** As files and messages name it. */
    public String text() {
        return job + BETWEEN + run;
    }

    @Override
    public String toString() {
        return "run '" + run + "' of the job '" + job + "'";
    }
}
