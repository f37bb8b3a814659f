package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what it hears.
 */
public final class RecordingListener implements LeadershipListener {

	public final List<String> heard = new CopyOnWriteArrayList<>();

	@Override
	public void onGranted(Leadership leadership) {
		this.heard.add("granted " + leadership.fencingToken());
	}

	@Override
	public void onDraining(Leadership leadership) {
		this.heard.add((leadership.isDraining() ? "draining " : "told too early of ") + leadership.fencingToken());
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		this.heard.add("revoked " + leadership.fencingToken() + " " + reason);
	}

	@Override
	public void onLeaderChanged(@Nullable LeaderInfo leader) {
		this.heard.add("leader " + ((leader != null) ? leader.id() : "none"));
	}

}
