import FinderEngine
print(sqrt(2.0))
