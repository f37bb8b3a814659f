package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import org.jspecify.annotations.Nullable;

/**
 * What the fake election knows: what its effects say.
 */
public record FakeState(Role role, @Nullable LeaderView leader, long token, int steps) {

	static final FakeState FIRST = new FakeState(Role.FOLLOWER, null, 0, 0);

}
