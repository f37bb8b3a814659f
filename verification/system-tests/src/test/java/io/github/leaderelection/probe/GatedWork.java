package io.github.leaderelection.probe;

import java.time.Duration;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.spring.LeaderOnly;
import org.jspecify.annotations.Nullable;

/**
 * Work for the leader alone.
 */
class GatedWork {

	private final LeaderElector elector;

	private final ProbeFiles files;

	private final Duration lasts;

	GatedWork(LeaderElector elector, ProbeFiles files, Duration lasts) {
		this.elector = elector;
		this.files = files;
		this.lasts = lasts;
	}

	boolean isWanted() {
		return this.lasts.compareTo(Duration.ZERO) > 0;
	}

	@LeaderOnly
	@Nullable Boolean brief() {
		return true;
	}

	@LeaderOnly
	void lasting() {
		long token = this.elector.leadership().map(Leadership::fencingToken).orElse(0L);
		this.files.events().add(Kind.WORK_BEGAN, token);
		try {
			Thread.sleep(this.lasts.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return;
		}
		this.files.events().add(Kind.WORK_ENDED, token);
	}

}
