package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Program;

/** The batch job. It writes its requests in bursts. If a power cut loses requests, the job writes them once more. */
final class Job {

    private static final int LARGE_BURST = 30;

    private final World world;
    private Program program;
    private long writesFromTurn;

    Job(World world, Program program) {
        this.world = world;
        this.program = program;
    }

    Program program() {
        return program;
    }

    /** Continues with another program from here on. */
    void replace(Program other) {
        program = other;
    }

    /** Writes nothing for a number of turns. */
    void pause(int turns) {
        writesFromTurn = world.turn() + turns;
    }

    void work() {
        final SimulatedInput input = world.input();
        final int missing = program.size() - input.size();
        if (missing > 0 && world.turn() >= writesFromTurn && !world.choices.oneIn(3)) {
            for (int i = Math.min(missing, 1 + world.choices.below(Math.max(LARGE_BURST, program.size())));
                    i > 0;
                    i--) {
                input.append(program.requests().get(input.size()));
            }
        }
        if (world.choices.oneIn(16)) {
            input.sync(input.size()); // a sync by the job or by the operating system
        }
    }
}
