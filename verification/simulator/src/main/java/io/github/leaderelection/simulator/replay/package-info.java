/**
 * Replays traces that real nodes recorded: shows what happened and says where the
 * protocol would now do otherwise. Used from the command line and by tests of whole
 * processes; knows nothing of simulated clusters.
 */
@NullMarked
package io.github.leaderelection.simulator.replay;

import org.jspecify.annotations.NullMarked;
