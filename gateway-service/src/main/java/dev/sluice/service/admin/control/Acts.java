package dev.sluice.service.admin.control;

import java.util.List;

/** The gateway's side of an operator's acts. One thread at a time. */
public interface Acts {

    /**
     * The outcome of an act.
     *
     * @param words what was done
     * @param afterwards what is done once the caller knows
     */
    record Done(String words, Runnable afterwards) {

        public static Done of(String words) {
            return new Done(words, () -> {});
        }
    }

    /**
     * Does it, and returns when it is done.
     *
     * @throws RefusedActException if it is not
     */
    Done act(Asked asked);

    /** Everything that was ordered and holds, in words, each with the command that takes it back. */
    List<String> orders();
}
