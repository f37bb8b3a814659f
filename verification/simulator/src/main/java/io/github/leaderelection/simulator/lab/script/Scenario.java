package io.github.leaderelection.simulator.lab.script;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.Promise;
import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.stage.Recorder;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Settings;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.lab.variant.Election;

/**
 * A scenario, read and ready to be played. Immutable; safe for use from any thread.
 */
public final class Scenario {

	private static final Set<String> OF_THE_FILE = Set.of("variant", "breaks", "shows", "elections");

	private final String name;

	private final String about;

	private final Settings settings;

	private final String variant;

	private final List<String> breaks;

	private final String shows;

	private final List<String> elections;

	private final List<Step> steps;

	Scenario(String name, String about, SettingsReader settings, List<Step> steps) {
		this.name = name;
		this.about = about;
		this.settings = settings.settings();
		this.variant = settings.variant();
		this.breaks = settings.breaks();
		this.shows = settings.shows();
		this.elections = settings.elections();
		this.steps = List.copyOf(steps);
	}

	private Scenario(Scenario other, Settings settings) {
		this.name = other.name;
		this.about = other.about;
		this.settings = settings;
		this.variant = other.variant;
		this.breaks = other.breaks;
		this.shows = other.shows;
		this.elections = other.elections;
		this.steps = other.steps;
	}

	/** The name. */
	public String name() {
		return this.name;
	}

	/** What it shows. */
	public String about() {
		return this.about;
	}

	/** The cluster. */
	public Settings settings() {
		return this.settings;
	}

	/**
	 * How the election it runs is made worse.
	 * @return the name of a variant, empty for none
	 */
	public String variant() {
		return this.variant;
	}

	/**
	 * The promises that are known to be broken: by a variant, or by clocks beyond their
	 * bound.
	 * @return their names, empty for none
	 */
	public List<String> breaks() {
		return this.breaks;
	}

	/**
	 * The promise that is seen broken in it, each time. Where there is one all promises
	 * are watched, also those the election does not make.
	 * @return its name, empty for none
	 */
	public String shows() {
		return this.shows;
	}

	/**
	 * The elections it is about.
	 * @return their names, empty for all
	 */
	public List<String> elections() {
		return this.elections;
	}

	/**
	 * The same with some settings changed.
	 * @param changes values by name, written as in a file
	 * @throws ScriptException if one cannot be read or is out of its range
	 */
	public Scenario with(Map<String, String> changes) {
		SettingsReader reader = new SettingsReader(this.settings);
		changes.forEach((name, value) -> {
			if (OF_THE_FILE.contains(name)) {
				throw new ScriptException("'" + name + "' belongs to a scenario: set it in its file");
			}
			reader.read(name, new Words("--set " + name + "=" + value, 1, value));
		});
		Scenario changed = new Scenario(this, reader.settings());
		changed.check();
		return changed;
	}

	void check() {
		try {
			this.settings.check();
		}
		catch (IllegalArgumentException ex) {
			throw new ScriptException("Scenario " + this.name + ": " + ex.getMessage());
		}
	}

	/**
	 * Plays it.
	 * @throws ScriptException if it cannot be played as it is written, or if the scenario
	 * is about other elections
	 */
	public LabOutcome play(long seed, Election election) {
		return play(stage(seed, election), seed);
	}

	/**
	 * Plays it for its pictures.
	 * @throws ScriptException if it cannot be played as it is written, or if the scenario
	 * is about other elections
	 */
	public Recording record(long seed, Election election) {
		Stage stage = stage(seed, election);
		Recorder recorder = stage.record();
		play(stage, seed);
		return recorder.recording(this.name + ", seed " + seed, this.about);
	}

	private Stage stage(long seed, Election election) {
		String algorithm = election.algorithm().name();
		if (!this.elections.isEmpty() && !this.elections.contains(algorithm)) {
			throw new ScriptException("Scenario " + this.name + " is not about " + algorithm + ": choose one of "
					+ this.elections + " with --algorithm");
		}
		Set<Promise> watched = this.shows.isEmpty() ? this.settings.promised(election.algorithm())
				: EnumSet.allOf(Promise.class);
		return new Stage(this.settings, seed, election, watched);
	}

	private LabOutcome play(Stage stage, long seed) {
		try {
			this.steps.forEach((step) -> step.play(stage));
			boolean shown = this.shows.isEmpty() || stage.judgement().isBroken(Promise.valueOf(this.shows));
			return stage.finish(seed, shown ? null : this.shows + " was to be seen broken, and was kept");
		}
		catch (Unmet ex) {
			return stage.finish(seed, ex.getMessage());
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

}
