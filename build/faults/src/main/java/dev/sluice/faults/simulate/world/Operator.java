package dev.sluice.faults.simulate.world;

import dev.sluice.service.control.ControlNotices;
import dev.sluice.service.control.Wanted;
import dev.sluice.service.control.Wanted.Act;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Pauses and resumes the gateway by notices. A notice is a small text that is stored beside a lane, so it outlives the gateway's
 * processes. For one thread.
 */
final class Operator {

    /** The longest pause, in turns. */
    private static final int LONGEST_PAUSE = 97;

    private static final String SOME_TIME = "2026-11-28T00:00:00Z";

    private final Map<String, String> kept = new HashMap<>();
    private final ControlNotices notices = new ControlNotices(notices());
    private int wants;
    private boolean paused;
    private long resumesAtTurn;

    /** Returns the notices of the lane. */
    Notices notices() {
        return new Notices() {
            @Override
            public String place(String name) {
                return name;
            }

            @Override
            public Optional<String> read(String name) {
                return Optional.ofNullable(kept.get(name));
            }

            @Override
            public void write(String name, byte[] content) {
                kept.put(name, new String(content, StandardCharsets.UTF_8));
            }

            @Override
            public void delete(String name) {
                kept.remove(name);
            }
        };
    }

    /** Requests a pause, or the end of the present pause. The step decides how long the pause lasts. */
    void changesHisMind(int step, long turn) {
        paused = !paused;
        resumesAtTurn = turn + 1 + step % LONGEST_PAUSE;
        want();
    }

    /** Begins a turn: ends a pause whose time is over. */
    void turn(long turn) {
        if (paused && turn >= resumesAtTurn) {
            paused = false;
            want();
        }
    }

    private void want() {
        wants++;
        try {
            notices.want(new Wanted(
                    Integer.toString(wants), paused ? Act.PAUSE : Act.RESUME, "the operator", SOME_TIME, ""));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the number of the present command, which differs from the numbers of all earlier commands; 0 if there was no
     * command yet.
     */
    int wants() {
        return wants;
    }

    boolean paused() {
        return paused;
    }

    /** Whether the gateway has reported that the present command is carried out. */
    boolean saidDone() {
        try {
            return notices.done()
                    .filter(done -> done.id().equals(Integer.toString(wants)) && done.isDone())
                    .isPresent();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
