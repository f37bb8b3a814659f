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
 * Fails startup if a key below {@code leader-election} is none of a setting, and warns of
 * such variables of the process's environment: Spring Boot ignores either. Refuses
 * switches that are neither on nor off.
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
		// Not a matter of metadata, so it holds where these are missing.
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

	/** What a parent context has warned of is in the environment of its children too. */
	private static boolean isCheckedAbove(ConfigurableListableBeanFactory beans) {
		BeanFactory parent = beans.getParentBeanFactory();
		return parent != null && parent.containsBean(NAME);
	}

	private static void check(List<ConfiguredKey> keys, ClassLoader loader, boolean warns) {
		KnownKeys own = KeyMetadata.ofElection(loader);
		if (own.isOfElection() && Findings.of(keys, own).isEmpty()) {
			return;
		}
		// Only now is it worth the time to read what all other libraries describe.
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
	 * What is not read. Variables and system properties may be meant for others, unless
	 * they are slips.
	 *
	 * @param unknown what to say of the keys that no setting has
	 * @param remarks what is to be said of those of the process
	 */
	private record Findings(List<String> unknown, List<String> remarks) {

		/**
		 * A key in several sources counts as the one that prevails, and a list as one.
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
