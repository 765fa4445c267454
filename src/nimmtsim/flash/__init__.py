"""Flash Magic Six: the rules in plain Python and compiled, policies, simulation, analysis, pictures."""
