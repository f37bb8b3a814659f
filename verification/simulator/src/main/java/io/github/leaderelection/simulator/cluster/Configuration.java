package io.github.leaderelection.simulator.cluster;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * What a process is started with.
 *
 * @param settings of each group
 * @param algorithm the election of all groups
 * @param rules by which each group's elections are held, by its name
 */
record Configuration(List<ElectionSettings> settings, Algorithm algorithm, Map<String, String> rules) {

	static Configuration of(List<ElectionSettings> settings, Algorithm algorithm) {
		return new Configuration(List.copyOf(settings), algorithm,
				settings.stream().collect(Collectors.toMap(ElectionSettings::group, algorithm::rules)));
	}

}
