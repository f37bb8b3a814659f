package io.github.leaderelection.internal.keys;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Fails startup if a key below {@code leader-election} belongs to no setting. Warns of
 * such environment variables. Spring Boot ignores both. Refuses switches that are neither
 * on nor off.
 */
public final class ConfiguredKeysCheck implements BeanFactoryPostProcessor {

	/** The name of the bean. */
	public static final String NAME = "leaderElectionConfiguredKeysCheck";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Environment environment;

	public ConfiguredKeysCheck(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
		// Needs no metadata, so it works even if they are missing.
		Switches.check(this.environment);
		if (!(this.environment instanceof ConfigurableEnvironment configurable)) {
			return;
		}
		List<ConfiguredKey> keys = ConfiguredKey.all(configurable, "leader");
		ClassLoader loader = beans.getBeanClassLoader();
		if (!keys.isEmpty() && loader != null) {
			check(keys, loader, !isCheckedAbove(beans));
		}
	}

	/**
	 * Whether a parent context has checked: child environments contain the same
	 * variables.
	 */
	private static boolean isCheckedAbove(ConfigurableListableBeanFactory beans) {
		BeanFactory parent = beans.getParentBeanFactory();
		return parent != null && parent.containsBean(NAME);
	}

	private static void check(List<ConfiguredKey> keys, ClassLoader loader, boolean warns) {
		KnownKeys own = KeyMetadata.ofElection(loader);
		if (own.isOfElection() && Findings.of(keys, own).isEmpty()) {
			return;
		}
		// Only now is it worth the time to read the metadata of all libraries.
		KnownKeys known = KeyMetadata.ofAll(loader);
		if (known.isComplete()) {
			Findings.of(keys, known).report(warns);
		}
		else if (warns) {
			logger.warn("Keys below leader-election are not checked, and a misspelt one is ignored: the class path "
					+ "lacks {} of the election or of one of its stores. Keep these files where jars are merged",
					KeyMetadata.PROCESSED);
		}
	}

	/**
	 * The keys that are not read. Variables and system properties may belong to other
	 * programs, unless they are misspelt.
	 *
	 * @param unknown the description of each key that belongs to no setting
	 * @param remarks the remarks on variables and system properties
	 */
	private record Findings(List<String> unknown, List<String> remarks) {

		/**
		 * Checks the keys. A key in several sources counts once, and so does a list.
		 */
		static Findings of(List<ConfiguredKey> keys, KnownKeys known) {
			Map<String, String> unknown = new LinkedHashMap<>();
			List<String> remarks = new ArrayList<>();
			for (ConfiguredKey key : keys) {
				if (key.isVariable()) {
					ProcessVariable variable = ProcessVariable.of(key);
					String remark = variable.remark(known);
					if (remark != null && variable.isSlip(known)) {
						unknown.putIfAbsent(key.name(), remark);
					}
					else if (remark != null) {
						remarks.add(remark);
					}
				}
				else {
					UnknownKey found = UnknownKey.of(key, known);
					if (found != null && key.isOfProcess() && !known.isSlip(found.path())) {
						remarks.add(found.remark());
					}
					else if (found != null) {
						unknown.putIfAbsent(found.path().letters(), found.description());
					}
				}
			}
			return new Findings(List.copyOf(unknown.values()), List.copyOf(remarks));
		}

		boolean isEmpty() {
			return this.unknown.isEmpty() && this.remarks.isEmpty();
		}

		void report(boolean warns) {
			if (warns && !this.remarks.isEmpty()) {
				logger.warn("Variables or system properties look like settings of the election: {}",
						String.join("; ", this.remarks));
			}
			if (!this.unknown.isEmpty()) {
				throw new UnknownKeysException(this.unknown);
			}
		}

	}

}
