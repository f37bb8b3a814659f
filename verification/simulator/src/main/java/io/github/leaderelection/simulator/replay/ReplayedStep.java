package io.github.leaderelection.simulator.replay;

import java.util.List;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * A step as it was replayed.
 *
 * @param number the input's number, 0 for the start
 * @param event what happened, null for the start
 * @param failure why nothing came of it, null if something did
 * @param difference from what was recorded, null if there is none
 */
record ReplayedStep<M extends ElectionMessage>(long number, Now now, @Nullable Event<M> event, boolean whileSaving,
		List<Effect<M>> effects, @Nullable String failure, ElectionView view, @Nullable Difference difference) {
}
